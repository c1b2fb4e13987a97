import { Trans, useLingui } from '@lingui/react/macro'
import { mayOpen, SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import CalendarDays from '~icons/lucide/calendar-days'
import HandCoins from '~icons/lucide/hand-coins'
import ShieldCheck from '~icons/lucide/shield-check'
import { HistoryWarning } from '../../records/history-warning.tsx'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorLine } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { EmailLink, PhoneLink } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Count, Money, UNKNOWN } from '../../ui/format/money.tsx'
import { ClampedText } from '../../ui/layout/clamped-text.tsx'
import { StatCard, StatCards } from '../../ui/layout/stat-card.tsx'
import { LampPicture, LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { withUniqueKeys } from '../../ui/table/row-id.ts'
import styles from './dashboard-page.module.css'
import {
  adminCountQuery,
  type Donation,
  useEventCount,
  useSuccessfulDonations,
  useSystemWarnings,
} from './dashboard-queries.ts'
import latestDonationsStyles from './latest-donations.module.css'

/** The first screen after login. An unknown figure is a dash, never zero. */
export function DashboardPage() {
  const { t } = useLingui()
  const donations = useSuccessfulDonations()
  const { hasDates, count: events } = useEventCount()
  const admins = useQuery(adminCountQuery)

  return (
    <div className={styles.page}>
      <WelcomeBanner />
      <SystemWarnings />
      <StatCards>
        <StatCard
          label={t`Donations`}
          icon={<HandCoins />}
          isLoading={donations.isPending}
          value={<Money amount={donations.data?.totalAmount} />}
          note={t`All successful donations`}
        />
        <StatCard
          label={t`Upcoming Events`}
          icon={<CalendarDays />}
          isLoading={events.isPending}
          value={<Count value={events.data} />}
          note={hasDates ? t`Coming up, or without a date` : t`Events on the site`}
        />
        <StatCard
          label={t`Admins`}
          icon={<ShieldCheck />}
          isLoading={admins.isPending}
          value={<Count value={admins.data} />}
          note={t`Accounts with the role admin`}
        />
      </StatCards>
      {donations.data?.hasOtherCurrency && (
        <p className={styles.note}>
          {t`Some donations are in other currencies. The totals count their amounts as if they were rupees.`}
        </p>
      )}
      <LatestDonations donations={donations.data?.latest} isLoading={donations.isPending} />
    </div>
  )
}

/** For superadmins, when the last good backup is old or the history is broken. */
function SystemWarnings() {
  const { isBackupOverdue, isHistoryBroken, isHistoryEndUnchecked } = useSystemWarnings()
  if (!isBackupOverdue && !isHistoryBroken) return null
  return (
    <div className={styles.warning}>
      {isHistoryBroken && <HistoryWarning isEndUnchecked={isHistoryEndUnchecked} />}
      {isBackupOverdue && (
        <ErrorLine>
          <span>
            <Trans>
              There is no backup from the last 48 hours. <Link to="/system">See the system</Link>
            </Trans>
          </span>
        </ErrorLine>
      )}
    </div>
  )
}

function WelcomeBanner() {
  const { t } = useLingui()
  const username = useMe()?.username
  const { trustName } = useTrust()
  return (
    <header className={styles.banner}>
      <div className={styles.words}>
        <p className={styles.date}>
          <DateTime moment={Date.now()} format="long-date" />
        </p>
        <h1 className={styles.title} tabIndex={-1}>
          {username ? t`Welcome, ${username}` : t`Welcome`}
        </h1>
        <p className={styles.purpose}>{t`Here is an overview of ${trustName}.`}</p>
      </div>
      <LampPicture />
    </header>
  )
}

interface LatestDonationsProps {
  /** Newest first; `undefined` while loading and after a failure. */
  donations: readonly Donation[] | undefined
  isLoading: boolean
}

function LatestDonations({ donations, isLoading }: LatestDonationsProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <section className={latestDonationsStyles.panel} aria-labelledby={id}>
      <div className={latestDonationsStyles.head}>
        <h2 id={id} className={latestDonationsStyles.title}>
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
  if (!donations) return <p className={latestDonationsStyles.unknown}>{UNKNOWN}</p>
  if (donations.length === 0)
    return <EmptyState picture={<LedgerPicture />} title={t`No successful donations found.`} />
  return (
    <ol className={latestDonationsStyles.list}>
      {withUniqueKeys(donations).map(([key, donation]) => (
        <Entry key={key} donation={donation} />
      ))}
    </ol>
  )
}

function Entry({ donation }: { donation: Donation }) {
  const { t } = useLingui()
  const { donorName, donorEmail, donorPhone, amount, currency, createdAt, offlineGift } = donation
  return (
    <li className={latestDonationsStyles.entry}>
      <p className={latestDonationsStyles.name}>
        <ClampedText text={donorName || t`Anonymous`} />
      </p>
      <p className={latestDonationsStyles.amount}>
        <Money amount={amount} currency={currency} />
      </p>
      {(donorEmail || donorPhone) && (
        <p className={latestDonationsStyles.contact}>
          {donorEmail && <EmailLink address={donorEmail} />}
          {donorPhone && <PhoneLink number={donorPhone} />}
        </p>
      )}
      <p className={latestDonationsStyles.time}>
        {offlineGift ? (
          <Trans>
            Received on <DateTime moment={createdAt} />
            <br />
            Entered on <DateTime moment={offlineGift.enteredAt} format="date-time" />
          </Trans>
        ) : (
          <DateTime moment={createdAt} format="date-time" />
        )}
      </p>
    </li>
  )
}

function LoadingEntries() {
  const { t } = useLingui()
  return (
    <Loading label={t`Loading donations...`} isOnSkeletons>
      <div aria-hidden="true">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <div key={key} className={`${latestDonationsStyles.entry} ${latestDonationsStyles.loading}`}>
            <Skeleton shape="title" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
