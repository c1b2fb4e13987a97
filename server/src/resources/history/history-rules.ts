import type { ChainedRow } from './history-chain.ts'

/** The kind of record that rule rows have. Their own values are never removed. */
export const RULE_KIND = 'history'
export const THINNED = 'history.thinned'
export const ERASED = 'history.erased'
/** Names a broken row in its details if it was accepted. */
export const END_ACCEPTED = 'history.end-accepted'

/** Actions whose values may be removed when they are old. */
export const SIGN_IN_ACTIONS = [
  'session.opened',
  'session.closed',
  'session.ended',
  'session.others-ended',
  'session.deleted',
  'session.refused',
  'session.code-missing',
  'admin.password-refused',
] as const

/**
 * Kinds of records whose values may be erased on request. Money is not among them, nor are donors,
 * whose entries include those of certificates: they show who read and changed tax documents.
 */
export const FORGETTABLE_KINDS = ['photo', 'home-video', 'event', 'message', 'admin', 'session'] as const
export type ForgettableKind = (typeof FORGETTABLE_KINDS)[number]

/** Which values a row of the history allows to be absent: those of earlier rows that it covers. */
export type HistoryRule =
  | { action: typeof THINNED; n: number; before: string }
  | { action: typeof ERASED; n: number; recordKind: ForgettableKind; recordId: string }

/** Returns undefined for details that no rule of this server has. */
export function readRule(action: string, n: number, details: Record<string, unknown>): HistoryRule | undefined {
  const { before, recordKind, recordId } = details
  if (action === THINNED && typeof before === 'string') return { action, n, before }
  if (action !== ERASED || typeof recordId !== 'string') return undefined
  const kind = FORGETTABLE_KINDS.find((candidate) => candidate === recordKind)
  return kind && { action, n, recordKind: kind, recordId }
}

/** Returns whether a rule covers a row. `rules` are in the order of their rows. */
export function coverageOf(rules: Iterable<HistoryRule>): (row: ChainedRow) => boolean {
  // A rule is added each day. A later one covers all that an earlier one does, unless the clock was
  // set back between them.
  let thinned: { n: number; before: string }[] = []
  const erased = new Map<string, number>()
  for (const rule of rules) {
    if (rule.action === ERASED) erased.set(keyOf(rule.recordKind, rule.recordId), rule.n)
    else thinned = [...thinned.filter(({ before }) => before > rule.before), rule]
  }
  return ({ n, at, action, record_kind, record_id }) =>
    n < (erased.get(keyOf(record_kind, record_id)) ?? 0) ||
    (SIGN_IN_ACTIONS.some((signIn) => signIn === action) && thinned.some((rule) => n < rule.n && at < rule.before))
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`
}
