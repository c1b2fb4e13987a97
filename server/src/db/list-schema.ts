import type { Generated } from 'kysely'

/** Tables of the lists that donations name. A part of `Tables`. */
export interface ListTables {
  institutions: {
    id: string
    name_en: string
    name_hi: string
    /** Null while the entry is in use. */
    retired_at: string | null
    /** The order of the list; unique unless two were added at once. */
    position: number
    /** Counts the changes, but not those of the order; 1 when new. */
    version: Generated<number>
    created_at: string
  }
  purposes: ListTables['institutions'] & {
    /** Null: the whole trust. */
    institution_id: string | null
    donation_type: 'corpus' | 'specific' | 'general'
  }
  /** Free texts of donations that a person mapped to a purpose. */
  purpose_mappings: {
    /** By `normaliseText`. */
    normalised_text: string
    /** As the list showed it when it was mapped: one of its spellings. */
    text: string
    purpose_id: string
    updated_at: string
  }
}
