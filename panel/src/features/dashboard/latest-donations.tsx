import { useLingui } from '@lingui/react/macro'
import { mayOpen, SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { EmailLink, PhoneLink } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Money, UNKNOWN } from '../../ui/format/money.tsx'
import { ClampedText } from '../../ui/layout/clamped-text.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { withUniqueKeys } from '../../ui/table/row-id.ts'
import type { Donation } from './dashboard-queries.ts'
import styles from './latest-donations.module.css'

interface LatestDonationsProps {
  /** Newest first; `undefined` while loading and after a failure. */
  donations: readonly Donation[] | undefined
  isLoading: boolean
}

export function LatestDonations({ donations, isLoading }: LatestDonationsProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t`Latest donations`}
        </h2>
        <ViewAll />
      </div>
      <Entries donations={donations} isLoading={isLoading} />
    </section>
  )
}

function ViewAll() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isAllowed = mayOpen(useMe() ?? {}, 'Donations')
  return (
    <Button variant="quiet" disabled={!isAllowed} onClick={() => void navigate({ to: SECTION_PATHS.Donations })}>
      {t`View All`}
    </Button>
  )
}

function Entries({ donations, isLoading }: LatestDonationsProps) {
  const { t } = useLingui()
  if (isLoading) return <LoadingEntries />
  if (!donations) return <p className={styles.unknown}>{UNKNOWN}</p>
  if (donations.length === 0)
    return <EmptyState picture={<LedgerPicture />} title={t`No successful donations found.`} />
  return (
    <ol className={styles.list}>
      {withUniqueKeys(donations).map(([key, donation]) => (
        <Entry key={key} donation={donation} />
      ))}
    </ol>
  )
}

function Entry({ donation }: { donation: Donation }) {
  const { t } = useLingui()
  const { donorName, donorEmail, donorPhone, amount, currency, createdAt } = donation
  return (
    <li className={styles.entry}>
      <p className={styles.name}>
        <ClampedText text={donorName || t`Anonymous`} />
      </p>
      <p className={styles.amount}>
        <Money amount={amount} currency={currency} />
      </p>
      {(donorEmail || donorPhone) && (
        <p className={styles.contact}>
          {donorEmail && <EmailLink address={donorEmail} />}
          {donorPhone && <PhoneLink number={donorPhone} />}
        </p>
      )}
      <p className={styles.time}>
        <DateTime moment={createdAt} format="date-time" />
      </p>
    </li>
  )
}

function LoadingEntries() {
  const { t } = useLingui()
  return (
    <div className={styles.loading}>
      <Loading label={t`Loading donations...`}>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} />
        ))}
      </Loading>
    </div>
  )
}
