import { useMemo } from 'react'
import { isRecord } from '../../api/records/fields.ts'
import type { DraftStore, DraftValue, FormValues, StoredDraft } from '../../ui/form/draft-store.ts'
import { useMe } from '../use-me.ts'
import { DRAFT_FIELDS, type DraftForm } from './draft-fields.ts'
import { draftKey, readEntries, writeEntries } from './draft-storage.ts'

/** More would be more questions than anyone answers. */
const MAX_ENTRIES = 3

/** Stores the drafts of one form and record for one account. */
export function createDraftStore(account: string, form: DraftForm, record: string): DraftStore {
  const key = draftKey(account, form, record)
  const fields: readonly string[] = DRAFT_FIELDS[form]
  let ownId = newId()
  const without = (id: string) => readEntries(key).filter((entry) => entry.id !== id)
  return {
    read(initial) {
      return without(ownId).map(({ id, savedAt, values, base, files }) => {
        const isRecordChanged = initial.id !== undefined && fields.some((field) => !isSame(base[field], initial[field]))
        return { id, savedAt, values: readValues(values, initial), base, files, isRecordChanged }
      })
    },
    write(draft, base) {
      const others = without(ownId)
      const changed = fields.filter((field) => !isSame(draft[field], base[field]))
      if (changed.length === 0) return writeEntries(key, others)
      const files = Array.isArray(draft.files) ? draft.files.length : 0
      const own = { id: ownId, savedAt: Date.now(), values: pick(draft, changed), base: pick(base, fields), files }
      // The first one is on offer.
      writeEntries(key, [...others.slice(0, 1), ...others.slice(1).slice(2 - MAX_ENTRIES), own])
    },
    setAside() {
      ownId = newId()
    },
    remove: (id = ownId) => writeEntries(key, without(id)),
  }

  function readValues(values: FormValues, initial: FormValues): StoredDraft['values'] {
    const entries = fields.flatMap((field): [string, DraftValue][] => {
      const value = values[field]
      return isValue(value, initial[field]) ? [[field, value]] : []
    })
    return Object.fromEntries(entries)
  }
}

function newId(): string {
  return Math.random().toString(36).slice(2)
}

/** Another version of the panel may have stored another type. A field that is not set is a text. */
function isValue(value: unknown, initial: unknown): value is DraftValue {
  if (!Array.isArray(initial)) return typeof value === 'string'
  if (!Array.isArray(value)) return false
  return value.every(isText) || value.every((group) => isRecord(group) && Object.values(group).every(isText))
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
}

function pick(values: FormValues, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}

/**
 * Where a form stores its unsaved texts. `record` is the record's id, or `new`. `undefined` for an
 * account without id and username.
 */
export function useDraftStore(form: DraftForm, record: string): DraftStore | undefined {
  const me = useMe()
  const account = me?._id || me?.username
  return useMemo(() => (account ? createDraftStore(account, form, record) : undefined), [account, form, record])
}
