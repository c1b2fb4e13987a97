import { useLingui } from '@lingui/react/macro'
import { DONOR_FIELDS, MERGE_FIELDS, type MergeField } from '@sevadesk/contract/donors/donor-fields.ts'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { useState } from 'react'
import ArrowLeftRight from '~icons/lucide/arrow-left-right'
import { useDonorFieldName } from '../../records/donor-words.ts'
import { Button } from '../../ui/base/button.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { ErrorLine } from '../../ui/feedback/error-state.tsx'
import { Choice, Choices } from '../../ui/form/choice.tsx'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { shareText } from './donor.ts'
import { useDonorAddress } from './donor-address.ts'
import { useTakenText } from './donor-facts.tsx'
import { LocationLink, useNameOf } from './donor-link.tsx'
import styles from './donor-parts.module.css'
import { useMergeDonors } from './donor-queries.ts'
import { DonorSide } from './donor-side.tsx'

interface MergeChoice {
  field: MergeField
  label: string
  /** Values as people read them; empty without one. */
  kept: string
  merged: string
}

/** Masked, so that different values look equal. */
const MASKED: readonly MergeField[] = ['pan', 'otherId', 'members']

/** The fields in which two records differ, each to be chosen. */
export function MergeChoices({ survivor, other }: { survivor: Donor; other: Donor }) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const failureText = useFailureText()
  const { confirm } = useConfirm()
  const { replace } = useDonorAddress()
  const merging = useMergeDonors()
  const choices = useMergeChoices()(survivor, other)
  const [take, setTake] = useState<readonly MergeField[]>(() => standardTake(choices, { survivor, other }))
  const [survivorName, otherName] = [nameOf(survivor), nameOf(other)]

  function choose({ field }: MergeChoice, isTaken: boolean) {
    if (merging.isPending) return
    setTake((before) => (isTaken ? [...before, field] : before.filter((each) => each !== field)))
  }

  async function ask() {
    const confirmed = await confirm({
      title: t`Merge these donors?`,
      text: t`All gifts of ${otherName} move to ${survivorName}, where the certificates of ${otherName} are shown too. Receipts stay as they are.`,
      hint: t`This can be undone for 30 days.`,
      confirmLabel: t`Merge`,
    })
    if (!confirmed) return
    const merge = { survivorId: survivor._id, mergedId: other._id, take: [...take] }
    merging.mutate(merge, { onSuccess: () => replace({ open: survivor._id }) })
  }

  return (
    <section className={styles.decision} aria-label={t`Choose what to keep`}>
      <div className={styles.pair}>
        <DonorSide donor={survivor} caption={t`This record stays, and gets all gifts`} />
        <DonorSide donor={other} caption={t`This record goes`} />
      </div>
      <p className={styles.quiet}>{t`Phones, e-mails and names of both are kept. Choose for each other field.`}</p>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Choices key={choice.field} legend={choice.label} isReadOnly={merging.isPending}>
            <div className={styles.pair}>
              {[false, true].map((isTaken) => (
                <Choice
                  key={String(isTaken)}
                  type="radio"
                  name={`merge-${choice.field}`}
                  label={
                    (isTaken ? choice.merged : choice.kept) || t({ message: 'empty', context: 'value of a field' })
                  }
                  note={isTaken ? t`From the record that goes` : t`From the record that stays`}
                  checked={take.includes(choice.field) === isTaken}
                  isReadOnly={merging.isPending}
                  onChange={() => choose(choice, isTaken)}
                />
              ))}
            </div>
          </Choices>
        ))}
      </div>
      {merging.isError && <ErrorLine>{failureText(merging.error)}</ErrorLine>}
      <div className={styles.bar}>
        <Button variant="primary" isPending={merging.isPending} onClick={() => void ask()}>
          {t`Merge`}
        </Button>
        <LocationLink location={{ open: other._id, merge: survivor._id }} icon={<ArrowLeftRight aria-hidden="true" />}>
          {t`Keep the other record instead`}
        </LocationLink>
      </div>
    </section>
  )
}

/** The fields in which two records differ or may differ, in the order of the record. */
function useMergeChoices(): (survivor: Donor, other: Donor) => MergeChoice[] {
  const { t } = useLingui()
  const nameOf = useDonorFieldName()
  const takenText = useTakenText()

  function labelOf(field: MergeField): string {
    if (field === 'members') return t`Persons who give together, and their shares`
    return nameOf(field === 'otherId' ? 'otherIdType' : field)
  }

  function textOf(field: MergeField, donor: Donor): string {
    if (field !== 'members') return takenText(field, donor)
    const texts = donor.members.map(({ name, share, pan }) => [name, `${shareText(share)} %`, pan])
    return texts.map((parts) => parts.filter(Boolean).join(' ')).join('\n')
  }

  return (survivor, other) =>
    MERGE_FIELDS.map((field) => ({
      field,
      label: labelOf(field),
      kept: textOf(field, survivor),
      merged: textOf(field, other),
    })).filter(({ field, kept, merged }) => kept !== merged || (MASKED.includes(field) && kept !== ''))
}

/** Takes the other record's value where the survivor has none. The kind goes with the PAN. */
function standardTake(
  choices: readonly MergeChoice[],
  { survivor, other }: { survivor: Donor; other: Donor },
): MergeField[] {
  return choices.filter((choice) => isTaken(choice, survivor, other)).map(({ field }) => field)
}

function isTaken({ field, kept }: MergeChoice, survivor: Donor, other: Donor): boolean {
  if (field === 'kind' && (survivor.pan !== null || other.pan !== null)) return survivor.pan === null
  if (kept === '' || field === 'members') return kept === ''
  const { kind } = DONOR_FIELDS[field]
  return kind === 'choice' && survivor[field] === 'unknown'
}
