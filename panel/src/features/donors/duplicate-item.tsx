import { useLingui } from '@lingui/react/macro'
import type { Duplicate } from '@sevadesk/contract/donors/donor-schemas.ts'
import { Button } from '../../ui/base/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-state.tsx'
import { pageHeading } from '../../ui/layout/page-header.tsx'
import { LocationLink, useNameOf } from './donor-link.tsx'
import styles from './donor-parts.module.css'
import { useAcceptOtherName, useDismissDuplicate, useMayEditDonors } from './donor-queries.ts'
import { DonorSide } from './donor-side.tsx'

/** Two records side by side, or a record and the other name of a gift, with the decision. */
export function DuplicateItem({ duplicate }: { duplicate: Duplicate }) {
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
