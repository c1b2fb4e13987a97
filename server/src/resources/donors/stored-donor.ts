import { emptyValues } from '@sevadesk/contract/base/record-fields.ts'
import type { DonorSource } from '@sevadesk/contract/donors/donor.ts'
import { DONOR_FIELDS, type EnteredDonor } from '@sevadesk/contract/donors/donor-fields.ts'

/** What a person edits, as it is stored. */
export interface DonorFields extends EnteredDonor {
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

export const EMPTY_DONOR: DonorFields = { ...emptyValues(DONOR_FIELDS), consentAt: null, members: [] }

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
