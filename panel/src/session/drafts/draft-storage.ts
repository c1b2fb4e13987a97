import { unverifiedChange } from '../../api/identity/session-mark.ts'
import { parseJson } from '../../api/read-response.ts'
import { isRecord, readRecord } from '../../api/records/fields.ts'
import { getSession } from '../session-state.ts'
import type { DraftForm } from './draft-fields.ts'

// Without storage, as in a private window, the forms work without drafts: nothing here throws.

const PREFIX = 'sevadesk_draft'
const MAX_AGE_MS = 7 * 24 * 60 * 60_000

export interface DraftEntry {
  /** Unique among the entries of a key: other tabs write there too. */
  id: string
  /** Milliseconds since 1970. */
  savedAt: number
  /** The fields that the user changed. */
  values: Record<string, unknown>
  /** All stored fields as the form showed them before the change. */
  base: Record<string, unknown>
  /** How many files were chosen. */
  files: number
}

/** The `localStorage` key of the drafts of a form. `record` is the record's id, or `new`. */
export function draftKey(account: string, form: DraftForm, record: string): string {
  return [PREFIX, account, form, record].map(encodeURIComponent).join(' ')
}

/** Without malformed and expired entries. */
export function readEntries(key: string): DraftEntry[] {
  return withStorage((storage) => parseEntries(storage.getItem(key))) ?? []
}

/**
 * Does nothing while another account is, or may be, signed in: a page that is being left must not
 * store what the logout has just deleted.
 */
export function writeEntries(key: string, entries: readonly DraftEntry[]): void {
  if (entries.length === 0) removeEntries(key)
  else if (!unverifiedChange() && ['active', 'ended'].includes(getSession().status)) {
    withStorage((storage) => storage.setItem(key, JSON.stringify(entries)))
  }
}

function removeEntries(key: string): void {
  withStorage((storage) => storage.removeItem(key))
}

/** Deletes all drafts of this browser: after a logout. */
export function removeDrafts(): void {
  removeKeys(() => true)
}

/**
 * Deletes drafts older than 7 days, and those of accounts other than `account`. Without an account,
 * because nobody is signed in, only old ones.
 */
export function sweepDrafts(account?: string): void {
  const kept = account === undefined ? '' : `${PREFIX} ${encodeURIComponent(account)} `
  removeKeys((key) => !key.startsWith(kept) || readEntries(key).length === 0)
}

function removeKeys(isRemoved: (key: string) => boolean): void {
  withStorage((storage) => {
    const keys = Object.keys(storage).filter((key) => key.startsWith(`${PREFIX} `))
    for (const key of keys.filter(isRemoved)) storage.removeItem(key)
  })
}

function parseEntries(text: string | null): DraftEntry[] {
  const entries = parseJson(text ?? '')
  return Array.isArray(entries) ? entries.flatMap(readEntry) : []
}

/**
 * Empty for a malformed entry, and for one that is more than 7 days old or, after the clock was set
 * back, more than 7 days ahead.
 */
function readEntry(entry: unknown): DraftEntry[] {
  const { id, savedAt, values, base, files } = readRecord(entry)
  if (typeof id !== 'string') return []
  if (typeof savedAt !== 'number' || !(Math.abs(Date.now() - savedAt) <= MAX_AGE_MS)) return []
  if (!isRecord(values) || !isRecord(base)) return []
  return [{ id, savedAt, values, base, files: typeof files === 'number' ? files : 0 }]
}

function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
