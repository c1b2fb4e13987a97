import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import type { Institution, Purpose } from '@sevadesk/contract/settings/list-entry-schemas.ts'

export type ListName = 'purposes' | 'institutions'

/** An entry of a list. An institution has the fields of a purpose for the whole trust. */
export interface ListEntry extends Purpose {
  /** Its `_id`. */
  id: string
  list: ListName
}

/** The form values. `id` is set while an entry is edited. */
export interface EntryDraft {
  id?: string | undefined
  list: ListName
  nameEn: string
  nameHi: string
  institutionId: string
  donationType: DonationType
  /** The version of an existing entry that the changes begin from. */
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

export function entriesOf(list: ListName, records: readonly (Purpose | Institution)[]): ListEntry[] {
  return records.map((record) => ({
    institutionId: null,
    donationType: 'general',
    ...record,
    id: record._id,
    list,
  }))
}

export function draftOf({ _id, list, nameEn, nameHi, institutionId, donationType, version }: ListEntry): EntryDraft {
  return { id: _id, list, nameEn, nameHi, institutionId: institutionId ?? '', donationType, version }
}

export function isChangedDraft(draft: EntryDraft, initial: EntryDraft): boolean {
  return EDITED.some((key) => draft[key] !== initial[key])
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
