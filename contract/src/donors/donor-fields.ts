import { LANGUAGES } from '../base/language.ts'
import { type FieldValues, fieldNames, type NameOfKind, type RecordField } from '../base/record-fields.ts'
import { CITIZENSHIPS, CONSENTS, DONOR_KINDS, OTHER_ID_TYPES } from './donor.ts'

type DonorFieldDescription = RecordField & {
  /** In a merge, this field comes from the same record as the named one. */
  readonly takenWith?: string
}

/** What a person enters of a donor, besides joint donors, in the order of the form. The lists of merged donors are joined. */
export const DONOR_FIELDS = {
  /** Empty if the gifts have no name. */
  name: { title: 'Name', kind: 'line', max: 200, isRequired: true },
  kind: { kind: 'choice', of: DONOR_KINDS, empty: 'unknown' },
  phones: { kind: 'list', max: 40 },
  emails: { kind: 'list', max: 320 },
  otherNames: { kind: 'list', max: 200 },
  address: { kind: 'lines', max: 500, isPrivate: true },
  pinCode: { kind: 'line', max: 20, isPrivate: true, takenWith: 'address' },
  pan: { kind: 'identity', max: 20 },
  otherIdType: { kind: 'choice', of: OTHER_ID_TYPES, empty: null, takenWith: 'otherId' },
  otherId: { kind: 'identity', max: 75 },
  citizenship: { kind: 'choice', of: CITIZENSHIPS, empty: 'unknown' },
  language: { kind: 'choice', of: LANGUAGES.map(({ code }) => code), empty: null },
  consent: { kind: 'choice', of: CONSENTS, empty: 'unknown' },
  consentSource: { kind: 'line', max: 200, takenWith: 'consent' },
  notes: { kind: 'lines', max: 2000, isPrivate: true },
} as const satisfies Readonly<Record<string, DonorFieldDescription>>

export type DonorField = keyof typeof DONOR_FIELDS
export type DonorListField = NameOfKind<typeof DONOR_FIELDS, 'list'>
export type EnteredDonor = FieldValues<typeof DONOR_FIELDS>

export type TakenField = Exclude<
  { [Name in DonorField]: (typeof DONOR_FIELDS)[Name] extends { takenWith: string } ? never : Name }[DonorField],
  DonorListField
>

/** What a merge can take from the record that goes; `members` are joint donors. */
export type MergeField = TakenField | 'members'
export const MERGE_FIELDS: readonly MergeField[] = [...fieldNames(DONOR_FIELDS).filter(isTakenField), 'members']

/** Whether a merge asks about the field: lists are joined, and others are taken with another field. */
export function isTakenField(name: DonorField): name is TakenField {
  const { kind, takenWith }: DonorFieldDescription = DONOR_FIELDS[name]
  return kind !== 'list' && takenWith === undefined
}

/** Returns the fields that a merge takes with this one. */
export function fieldsTakenWith(taken: TakenField): DonorField[] {
  return fieldNames(DONOR_FIELDS).filter((name) => {
    const { takenWith }: DonorFieldDescription = DONOR_FIELDS[name]
    return name === taken || takenWith === taken
  })
}
