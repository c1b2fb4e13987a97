/** The values of a form by field. */
export type FormValues = Readonly<Record<string, unknown>>

/** A text, a list of texts, or a list of groups of texts. */
export type DraftValue = string | string[] | Readonly<Record<string, string>>[]

/** The changes of a form that were typed, but not saved. */
export interface StoredDraft {
  id: string
  /** Milliseconds since 1970. */
  savedAt: number
  /** Only the fields that the user had changed. */
  values: Readonly<Record<string, DraftValue>>
  /** All stored fields as the form showed them before the change. */
  base: FormValues
  /** How many files were chosen. They are not stored. */
  files: number
  /** The record was changed on the server after the user had started typing. */
  isRecordChanged: boolean
}

/** Keeps the drafts of one form and record across page loads. No method throws. */
export interface DraftStore {
  /** Drafts of earlier pages and other tabs, the oldest first. */
  read: (initial: FormValues) => StoredDraft[]
  /** Stores what differs from `base`, the record as the server has it, as the draft of this form. */
  write: (draft: FormValues, base: FormValues) => void
  /** Leaves the draft of this form to a later decision. The next write begins another one. */
  setAside: () => void
  /** Removes a draft, or that of this form. */
  remove: (id?: string) => void
}
