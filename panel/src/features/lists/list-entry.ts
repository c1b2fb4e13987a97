import { DONATION_TYPES, type DonationType } from '@sevadesk/contract/settings/list-entry.ts'

export type ListName = 'purposes' | 'institutions'

/** An entry of a list. Fields that a backend left out are empty. */
export interface ListEntry {
  /** Unique in both lists. */
  id: string
  /** Empty if the backend sent none: the entry cannot be changed. */
  _id: string
  list: ListName
  nameEn: string
  nameHi: string
  isRetired: boolean
  /** Of a purpose; empty for the whole trust. */
  institutionId: string
  /** Of a purpose. */
  donationType: DonationType
  /** How many donations name it, if the backend says so. */
  donations: number | undefined
  version: number | undefined
}

/** The form values. `id` is set while an entry is edited. */
export interface EntryDraft {
  id?: string | undefined
  list: ListName
  nameEn: string
  nameHi: string
  institutionId: string
  donationType: DonationType
  /** Of an existing entry: the version that the changes begin from. */
  version?: number | undefined
}

const EDITED = ['nameEn', 'nameHi', 'institutionId', 'donationType'] as const

export function newDraft(list: ListName, names: Partial<Pick<EntryDraft, 'nameEn' | 'nameHi'>> = {}): EntryDraft {
  return { list, nameEn: '', nameHi: '', institutionId: '', donationType: 'general', ...names }
}

/** A new purpose with this name, in the language in which it is written. */
export function draftOfText(text: string): EntryDraft {
  return newDraft('purposes', /\p{Script=Devanagari}/u.test(text) ? { nameHi: text } : { nameEn: text })
}

export function draftOf({ _id, list, nameEn, nameHi, institutionId, donationType, version }: ListEntry): EntryDraft {
  return { id: _id, list, nameEn, nameHi, institutionId, donationType, version }
}

export function isChangedDraft(draft: EntryDraft, initial: EntryDraft): boolean {
  return EDITED.some((key) => draft[key] !== initial[key])
}

/** Returns `general` for an unknown type. */
export function readDonationType(value: unknown): DonationType {
  return DONATION_TYPES.find((type) => type === value) ?? 'general'
}

/** The id of an entry's element, which can take focus. */
export function entryElementId(id: string): string {
  return `entry-${id}`
}

/** Returns the ids of `entries` with one moved by a step; the same if it is at the end. */
export function moveEntry(entries: readonly ListEntry[], id: string, step: 1 | -1): string[] {
  const ids = entries.map((entry) => entry._id)
  const from = entries.findIndex((entry) => entry.id === id)
  const to = from + step
  const [moved, other] = [ids[from], ids[to]]
  if (moved === undefined || other === undefined) return ids
  // Chrome 109 has no `with`.
  ids[from] = other
  ids[to] = moved
  return ids
}
