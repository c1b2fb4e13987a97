import { useLingui } from '@lingui/react/macro'
import { MERGE_FIELDS, type MergeField } from '@sevadesk/contract/donors/donor.ts'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { useDonorWords } from '../../records/donor-words.ts'
import { shareText } from './donor.ts'

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
  const words = useDonorWords()
  const labels: Readonly<Record<MergeField, string>> = {
    kind: t({ message: 'Kind', context: 'of a donor' }),
    name: t`Name as on the PAN`,
    address: t`Address`,
    pan: t`PAN`,
    otherId: t`Other identity document`,
    citizenship: t`Citizenship`,
    language: t`Language`,
    notes: t`Notes`,
    consent: t`Consent to messages`,
    members: t`Persons who give together, and their shares`,
  }
  const readField: Readonly<Record<MergeField, (donor: Donor) => string>> = {
    kind: ({ kind }) => words.kinds[kind],
    name: ({ name }) => name,
    address: ({ address, pinCode }) => [address, pinCode].filter(Boolean).join('\n'),
    pan: ({ pan }) => pan ?? '',
    otherId: ({ otherIdType, otherId }) => (otherIdType === null ? '' : `${words.otherIds[otherIdType]} ${otherId}`),
    citizenship: ({ citizenship }) => words.citizenships[citizenship],
    language: ({ language }) => (language === null ? '' : { en: 'English', hi: 'हिन्दी' }[language]),
    notes: ({ notes }) => notes ?? '',
    consent: ({ consent, consentSource }) => [words.consents[consent], consentSource].filter(Boolean).join(', '),
    members: ({ members }) =>
      members.map(({ name, share, pan }) => [name, `${shareText(share)} %`, pan].filter(Boolean).join(' ')).join('\n'),
  }
  return (survivor, other) =>
    MERGE_FIELDS.map((field) => ({
      field,
      label: labels[field],
      kept: readField[field](survivor),
      merged: readField[field](other),
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
  if (field === 'kind' || field === 'citizenship' || field === 'consent') return survivor[field] === 'unknown'
  return kept === ''
}
