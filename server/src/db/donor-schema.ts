import type { DonorSource, DuplicateReason } from '@sevadesk/contract/donors/donor.ts'
import type { DonorListField, EnteredDonor } from '@sevadesk/contract/donors/donor-fields.ts'
import type { Generated } from 'kysely'
import type { Columns } from './columns.ts'

/** Tables of donors: see decision 54. A part of `Tables`. */
export interface DonorTables {
  /** The PAN is normalised, and unique among donors that are not merged into another. */
  donors: Columns<Omit<EnteredDonor, DonorListField>> & {
    /** Auto-incremented; the rowid of SQLite's full-text table. */
    n: Generated<number>
    id: string
    /** A JSON list. */
    other_names: string
    consent_at: string | null
    source: DonorSource
    /** Normalised name, by which lists are sorted. This column and the next two: `donorSearchColumns`. */
    search_name: string
    search_text: string
    search_pan: string
    /** The donor that replaces this one. */
    merged_into: string | null
    version: Generated<number>
    created_at: string
    updated_at: string
  }
  donor_contacts: {
    donor_id: string
    kind: 'phone' | 'email'
    position: number
    /** As typed. */
    text: string
    /** Normalised, to find the donor of a gift. */
    key: string
  }
  /** The persons of a joint donor. `share` is in hundredths of a percent. */
  donor_members: {
    id: string
    donor_id: string
    position: number
    name: string
    pan: string | null
    share: number
  }
  /** Merges that can be undone. */
  donor_merges: {
    id: string
    survivor_id: string
    merged_id: string
    merged_at: string
    /** `MergeContent` as JSON. */
    content: string
  }
  donor_duplicates: {
    id: string
    donor_id: string
    /** `other_id`, or `nameKey` of `other_name` after `name:`. */
    other_key: string
    /** Greater than `donor_id`. Null for another name of the same donor. */
    other_id: string | null
    other_name: string | null
    reason: DuplicateReason
    state: 'open' | 'dismissed'
    created_at: string
  }
  /** Certificates of the tax authority, one file each. A deleted one is in `trash`. */
  donor_certificates: {
    id: string
    /** The record that it was added to, which may be merged into another since. */
    donor_id: string
    /** A financial year such as `2026-27`. */
    year: string
    /** In upper case; may be empty. */
    number: string
    /** The stored path of the PDF file, which no public address serves. */
    path: string
    /** Size of the file. */
    bytes: number
    /** The username. */
    added_by: string | null
    created_at: string
  }
}
