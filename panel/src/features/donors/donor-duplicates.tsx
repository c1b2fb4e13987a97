import { useLingui } from '@lingui/react/macro'
import { DONORS_PER_PAGE } from '@sevadesk/contract/donors/donor.ts'
import type { Duplicate } from '@sevadesk/contract/donors/donor-schemas.ts'
import ArrowLeft from '~icons/lucide/arrow-left'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorLine, QueryError, useRetry } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageHeader, pageHeading } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { LocationLink, useNameOf } from './donor-link.tsx'
import styles from './donor-parts.module.css'
import { useAcceptOtherName, useDismissDuplicate, useDuplicates, useMayEditDonors } from './donor-queries.ts'
import { DonorSide } from './donor-side.tsx'

/** Records that may be the same donor, to decide one by one. */
export function DonorDuplicates() {
  const { t } = useLingui()
  const address = useListAddress()
  const list = useDuplicates(address.page)
  useShownPage(address, list)
  const retry = useRetry(list, undefined)
  const { rows } = list
  return (
    <>
      <PageHeader
        title={t`Likely duplicates`}
        purpose={t`Decide for each whether it is the same donor.`}
        action={
          <LocationLink location={{}} icon={<ArrowLeft aria-hidden="true" />}>
            {t`All donors`}
          </LocationLink>
        }
      />
      {list.isPending && (
        <Loading label={t`Loading...`}>
          <Skeleton />
        </Loading>
      )}
      {!rows && list.error && (
        <QueryError title={t`Failed to fetch the likely duplicates`} query={list} onRetry={retry} />
      )}
      <div aria-live="polite">
        {rows?.length === 0 && (
          <EmptyState
            picture={<LedgerPicture />}
            title={t`Nothing to decide.`}
            text={t`When a gift of a known phone has another name, it appears here.`}
          />
        )}
      </div>
      {rows && rows.length > 0 && (
        <>
          <ul className={styles.matches}>
            {rows.map((duplicate) => (
              <DuplicateItem key={duplicate._id} duplicate={duplicate} />
            ))}
          </ul>
          <Pager
            page={list.page}
            total={list.total}
            isCapped={list.isCapped}
            perPage={DONORS_PER_PAGE}
            onPageChange={address.setPage}
          />
        </>
      )}
    </>
  )
}

/** Two records side by side, or a record and the other name of a gift, with the decision. */
function DuplicateItem({ duplicate }: { duplicate: Duplicate }) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const mayEdit = useMayEditDonors()
  const dismissal = useDismissDuplicate()
  const acceptance = useAcceptOtherName()
  const { _id: id, donor, other, otherName } = duplicate
  const reason = useReason(duplicate)
  const isPending = dismissal.isPending || acceptance.isPending
  const [name, secondName] = [nameOf(donor), other ? nameOf(other) : otherName]
  const failure = (dismissal.error ?? acceptance.error)?.message
  // The item leaves the list with the button that has focus.
  const onSuccess = () => pageHeading()?.focus()

  return (
    <li className={styles.decision}>
      <p>{reason}</p>
      <div className={styles.pair}>
        <DonorSide donor={donor} />
        {other ? (
          <DonorSide donor={other} />
        ) : (
          <div>
            <strong>{otherName}</strong>
            <p className={styles.quiet}>{t`Name given with a gift`}</p>
          </div>
        )}
      </div>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      {mayEdit && (
        <div className={styles.bar}>
          {other ? (
            <LocationLink location={{ open: donor._id, merge: other._id }}>{t`Merge`}</LocationLink>
          ) : (
            <Button
              aria-label={t`Same donor: ${name} and ${secondName}`}
              isPending={acceptance.isPending}
              onClick={() => isPending || acceptance.mutate(id, { onSuccess })}
            >
              {t`Same donor`}
            </Button>
          )}
          <Button
            aria-label={t`Not the same: ${name} and ${secondName}`}
            isPending={dismissal.isPending}
            onClick={() => isPending || dismissal.mutate(id, { onSuccess })}
          >
            {t`Not the same`}
          </Button>
          {!other && (
            <span
              className={styles.quiet}
            >{t`“Not the same” gives these gifts a record of their own. Later ones with this donor’s PAN still come here.`}</span>
          )}
        </div>
      )}
    </li>
  )
}

function useReason({ reason, donor, other }: Duplicate): string {
  const { t } = useLingui()
  const name = useNameOf()(donor)
  if (!other) return t`A gift with the phone, e-mail or PAN of ${name} has another name.`
  switch (reason) {
    case 'pan':
      return t`The PAN of one was entered for the other.`
    case 'phone':
      return t`Both have the same phone, or gave it with a gift.`
    case 'email':
      return t`Both have the same e-mail, or gave it with a gift.`
    default:
      return t`These may be the same donor.`
  }
}
