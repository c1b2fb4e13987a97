import { useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donations/donation.ts'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { useState } from 'react'
import ArrowLeft from '~icons/lucide/arrow-left'
import { QueryError } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { LocationLink, useNameOf } from './donor-link.tsx'
import { emailsOf, phonesOf } from './donor-list-columns.tsx'
import { MissingDonor } from './donor-page.tsx'
import styles from './donor-parts.module.css'
import { useDonorDetails, useDonorMatches } from './donor-queries.ts'
import { MergeChoices } from './merge-choices.tsx'

interface DonorMergePageProps {
  /** The donor that stays. */
  id: string
  /** The donor that goes; `choose` to look for it. */
  otherId: string
}

/** Merges two donors field by field. */
export function DonorMergePage({ id, otherId }: DonorMergePageProps) {
  const { t } = useLingui()
  const isChosen = otherId !== 'choose'
  const survivor = useDonorDetails(id)
  const other = useDonorDetails(isChosen ? otherId : id)
  const isMissing = [survivor, other].some(({ data }) => data === null)
  const failed = [survivor, other].find(({ data, isError }) => data === undefined && isError)
  return (
    <>
      <PageHeader
        title={t`Merge donors`}
        purpose={t`Two records of the same donor become one. Receipts stay as they are.`}
        action={
          <LocationLink location={{ open: id }} icon={<ArrowLeft aria-hidden="true" />}>
            {t`Back to the donor`}
          </LocationLink>
        }
      />
      {isMissing && <MissingDonor />}
      {!isMissing && failed && (
        <QueryError title={t`Failed to fetch the donor`} query={failed} onRetry={() => void failed.refetch()} />
      )}
      {!isMissing && !failed && !(survivor.data && other.data) && (
        <Loading label={t`Loading the donor...`}>
          <Skeleton />
        </Loading>
      )}
      {survivor.data && !isChosen && <DonorPicker survivor={survivor.data} />}
      {survivor.data && other.data && isChosen && (
        <MergeChoices key={otherId} survivor={survivor.data} other={other.data} />
      )}
    </>
  )
}

/** Looks for the record to merge into the survivor. */
function DonorPicker({ survivor }: { survivor: Donor }) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const [text, setText] = useState(survivor.name)
  const { data } = useDonorMatches(text)
  const matches = data?.rows.filter(({ _id }) => _id !== survivor._id) ?? []
  const survivorName = nameOf(survivor)
  return (
    <section className={styles.decision} aria-label={t`Choose the other record`}>
      <p>{t`Which record is the same donor as ${survivorName}?`}</p>
      <SearchField
        label={t`Search by name, phone, e-mail or PAN`}
        value={text}
        onChange={setText}
        maxLength={SEARCH_MAX_LENGTH}
      />
      <p role="status" className={styles.quiet}>
        {data && matches.length === 0 && t`No other donor found.`}
      </p>
      <ul className={styles.matches}>
        {matches.map((donor) => {
          const name = nameOf(donor)
          return (
            <li key={donor._id} className={styles.match}>
              <div>
                <strong>{name}</strong>
                {phonesOf(donor.phones)}
                {emailsOf(donor.emails)}
                <span className={styles.quiet}>{donor.pan}</span>
              </div>
              <LocationLink location={{ open: survivor._id, merge: donor._id }}>{t`Choose ${name}`}</LocationLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
