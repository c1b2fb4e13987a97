import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Tables } from '../../db/db.ts'

/** The part of a history row that its MAC covers, besides the MAC of the row before. */
export type ChainedRow = Omit<Tables['history'], 'mac'>

/** The last row of the history; `n` is 0 and `mac` empty before the first. */
export interface HistoryHead {
  n: number
  mac: string
}

/** The newest row, kept so that a cut-off end shows: a row on PostgreSQL, on SQLite a file. */
export interface KeptHead extends HistoryHead {
  /** When the file was written, or the row of the history; UTC ISO. */
  at: string
  /** An HMAC of the rest with the history's key; absent in a file of an earlier version. */
  seal?: string
}

/** A row's own MAC is in the database too: it does not show that the server kept the head. */
export function sealOf(key: Buffer, { n, mac, at }: KeptHead): string {
  return createHmac('sha256', key)
    .update(`head ${JSON.stringify([n, mac, at])}`)
    .digest('base64url')
}

export const BEFORE_FIRST: HistoryHead = { n: 0, mac: '' }

export function newSalt(): string {
  return randomBytes(12).toString('base64url')
}

/** The salt keeps erased values from being guessed by their hash. */
export function hashValues({ salt, content }: { salt: string; content: string }): string {
  return hash('sha256', `${salt}\n${content}`, 'base64url')
}

export function macOf(key: Buffer, previousMac: string, row: ChainedRow): string {
  const { n, at, actor_id, action, record_kind, record_id, values_hash } = row
  const covered = JSON.stringify([previousMac, n, at, actor_id, action, record_kind, record_id, values_hash])
  return createHmac('sha256', key).update(covered).digest('base64url')
}

/** What is wrong with a row of the history. */
export type BreakKind =
  | 'changed'
  | 'removed'
  | 'inserted'
  | 'out-of-order'
  | 'values-changed'
  | 'values-missing'
  | 'cut-off'
  | 'other-key'
  | 'head-missing'
  | 'head-forged'

/** The first row that is not as it was recorded. `n` is 0 if it is the kept head. */
export interface HistoryBreak {
  n: number
  kind: BreakKind
}

const SENTENCES: Readonly<Record<BreakKind, string>> = {
  changed: 'was changed',
  removed: 'was removed',
  inserted: 'was inserted by another program',
  'out-of-order': 'was exchanged with another row',
  'values-changed': 'has changed values',
  'values-missing': 'has no values, and no rule removed them',
  'cut-off': 'and all later rows were cut off: its kept head knows them',
  'other-key': 'and all later rows were written with another key',
  'head-missing': 'The kept head of the history is missing, so a cut-off end would not show.',
  'head-forged': 'The kept head of the history is forged or damaged, so a cut-off end would not show.',
}

/** Returns a sentence in English for logs and the command line. */
export function describeBreak({ n, kind }: HistoryBreak): string {
  return kind.startsWith('head-') ? SENTENCES[kind] : `Row ${n} of the history ${SENTENCES[kind]}.`
}

/** Whether no row is known to be wrong, but a cut-off end would not show. */
export function isEndUnchecked(breaks: readonly HistoryBreak[]): boolean {
  return breaks.length > 0 && breaks.every(({ kind }) => kind.startsWith('head-'))
}
