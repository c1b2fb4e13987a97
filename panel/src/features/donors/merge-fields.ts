import { useLingui } from '@lingui/react/macro'
import { DONOR_FIELDS, MERGE_FIELDS, type MergeField } from '@sevadesk/contract/donors/donor-fields.ts'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { useDonorFieldName } from '../../records/donor-field-names.ts'
import { shareText } from './donor.ts'
import { useTakenText } from './taken-text.ts'

export interface MergeChoice {
  field: MergeField
  label: string
  /** Values as people read them; empty without one. */
  kept: string
  merged: string
}

/** Masked, so that different values look equal. */
const MASKED: readonly MergeField[] = ['pan', 'otherId', 'members']

/** The fields in which two records differ or may differ, in the order of the record. */
export function useMergeChoices(): (survivor: Donor, other: Donor) => MergeChoice[] {
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
export function standardTake(
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
