import { useLingui } from '@lingui/react/macro'
import { fieldNames } from '@sevadesk/contract/base/record-fields.ts'
import {
  DONOR_FIELDS,
  type DonorField,
  fieldsTakenWith,
  isTakenField,
  type TakenField,
} from '@sevadesk/contract/donors/donor-fields.ts'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import type { ReactNode } from 'react'
import Eye from '~icons/lucide/eye'
import { useDonorFieldName, useDonorText } from '../../records/donor-words.ts'
import { HistoryLink } from '../../records/history-link.tsx'
import { Button } from '../../ui/base/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { DetailField } from '../../ui/layout/detail-field.tsx'
import { shareText } from './donor.ts'
import { useNameOf } from './donor-link.tsx'
import { emailsOf, phonesOf } from './donor-list-columns.tsx'
import styles from './donor-parts.module.css'
import { useShowNumbers } from './donor-queries.ts'

const SEPARATORS: Readonly<Partial<Record<TakenField, string>>> = { address: '\n', otherId: ' ' }

/** Without the name, which is the heading, the notes, which come last, and fields that are shown with another one. */
const APART: readonly DonorField[] = ['name', 'kind', 'otherNames', 'notes']
const FACTS: readonly DonorField[] = [
  ...(['kind', 'otherNames'] as const),
  ...fieldNames(DONOR_FIELDS).filter(
    (name) => !APART.includes(name) && (isTakenField(name) || DONOR_FIELDS[name].kind === 'list'),
  ),
]
/** Shown even if they are empty. */
const ALWAYS: readonly DonorField[] = ['phones', 'emails', 'address', 'pan']

/** The fields of a record. Identity numbers are masked until the user asks for them. */
export function DonorFacts({ donor, mayEdit }: { donor: Donor; mayEdit: boolean }) {
  const { t } = useLingui()
  const nameOfField = useDonorFieldName()
  const takenText = useTakenText()
  const nameOf = useNameOf()
  const numbers = useShowNumbers()
  const hidden = t`Only for those who may open Donations`
  const { members } = donor
  const hasNumbers = [donor.pan, donor.otherId, ...members.map(({ pan }) => pan)].some(Boolean)
  const shown = numbers.data ?? {
    pan: donor.pan,
    otherId: donor.otherId,
    memberPans: Object.fromEntries(members.map(({ _id, pan }) => [_id, pan ?? ''])),
  }

  function contentOf(field: DonorField): ReactNode {
    if (donor.isMasked && 'isPrivate' in DONOR_FIELDS[field]) return hidden
    if (field === 'phones') return phonesOf(donor.phones)
    if (field === 'emails') return emailsOf(donor.emails)
    return isTakenField(field) ? takenText(field, { ...donor, ...shown }) : donor.otherNames.join('\n')
  }

  function fact(field: DonorField) {
    const value = contentOf(field)
    return (
      (value || ALWAYS.includes(field)) && (
        <DetailField key={field} name={nameOfField(field === 'otherId' ? 'otherIdType' : field)}>
          {field === 'consent' && donor.consentAt !== null ? (
            <>
              {value} · <DateTime moment={donor.consentAt} />
            </>
          ) : (
            value
          )}
        </DetailField>
      )
    )
  }

  return (
    <section className={styles.card} aria-label={t`Record`}>
      <dl>
        {FACTS.map(fact)}
        {members.length > 0 && (
          <DetailField name={t`Persons who give together, and their shares`}>
            {members.map(({ _id, name, share }) => (
              <span key={_id} className={styles.others}>
                {[name, `${shareText(share)} %`, shown.memberPans[_id]].filter(Boolean).join(' · ')}
              </span>
            ))}
          </DetailField>
        )}
        {fact('notes')}
        <DetailField name={t`Since`}>
          <DateTime moment={donor.createdAt} />
          {mayEdit && (
            <>
              {' · '}
              <HistoryLink kind="donor" id={donor._id} name={nameOf(donor)} look="text" />
            </>
          )}
        </DetailField>
      </dl>
      {mayEdit && hasNumbers && !numbers.data && (
        <p className={`${styles.bar} ${styles.after}`} data-print="no">
          <Button
            icon={<Eye aria-hidden="true" />}
            isPending={numbers.isPending}
            onClick={() => numbers.mutate(donor._id)}
          >
            {t`Show numbers in full`}
          </Button>
          <span className={styles.quiet}>{t`The history records that you opened them.`}</span>
        </p>
      )}
    </section>
  )
}

/** Returns the text of a field together with those that a merge takes with it. */
export function useTakenText(): (field: TakenField, donor: Donor) => string {
  const textOf = useDonorText()
  return (field, donor) => {
    const texts = fieldsTakenWith(field).map((name) => textOf(name, donor[name]))
    return texts.filter(Boolean).join(SEPARATORS[field] ?? ', ')
  }
}
