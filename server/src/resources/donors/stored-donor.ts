import type { Language } from '@sevadesk/contract/base/language.ts'
import type { Citizenship, Consent, DonorKind, DonorSource, OtherIdType } from '@sevadesk/contract/donors/donor.ts'

/** What a person edits, as it is stored. */
export interface DonorFields {
  kind: DonorKind
  /** Empty if the gifts have no name. */
  name: string
  otherNames: string[]
  phones: string[]
  emails: string[]
  address: string
  pinCode: string
  pan: string | null
  otherIdType: OtherIdType | null
  otherId: string | null
  citizenship: Citizenship
  language: Language | null
  notes: string
  consent: Consent
  consentSource: string
  consentAt: string | null
  members: StoredMember[]
}

/** `share` is in hundredths of a percent. */
export interface StoredMember {
  /** Empty until it is stored. */
  id: string
  name: string
  pan: string | null
  share: number
}

export interface StoredDonor extends DonorFields {
  id: string
  source: DonorSource
  mergedInto: string | null
  createdAt: string
  updatedAt: string
  version: number
}

export const EMPTY_DONOR: DonorFields = {
  kind: 'unknown',
  name: '',
  otherNames: [],
  phones: [],
  emails: [],
  address: '',
  pinCode: '',
  pan: null,
  otherIdType: null,
  otherId: null,
  citizenship: 'unknown',
  language: null,
  notes: '',
  consent: 'unknown',
  consentSource: '',
  consentAt: null,
  members: [],
}

export function fieldsOf(donor: DonorFields): DonorFields {
  const names = Object.keys(EMPTY_DONOR) as (keyof DonorFields)[]
  return Object.fromEntries(names.map((name) => [name, donor[name]])) as unknown as DonorFields
}

/** The fields as the history compares them. It masks identity numbers when it keeps them. */
export function historyFields(donor: DonorFields): Record<string, unknown> {
  const { kind, members, consentAt: _consentAt, ...fields } = fieldsOf(donor)
  return {
    donorKind: kind,
    ...fields,
    members: members.map(({ name, share, pan }) => ({ name, share, pan })),
  }
}
