import type { Db } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import { ERASED, FORGETTABLE_KINDS, RULE_KIND, THINNED } from './history-rules.ts'
import type { HistoryEntry, Recorder } from './history-service.ts'
import { eraseRecord, findTimeUntil, hasOldSignIns, thinSignIns } from './history-store.ts'

/** Rows per transaction, so that other writes wait only briefly. */
const BATCH = 1000
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Removes the values of sign-ins that are over `ageMs` old: names, addresses and devices. Their rows
 * stay. Their age is measured from a change that was recorded a day ago or earlier, so a clock that
 * jumps ahead and is set right within a day removes nothing. The rule comes first, so that a run that
 * is cut short leaves no gap without a rule.
 */
export async function thinHistory(
  db: Db,
  recorder: Recorder,
  { ageMs, signal }: { ageMs: number; signal?: AbortSignal },
): Promise<void> {
  const time = await findTimeUntil(db, new Date(Date.now() - DAY_MS).toISOString())
  if (time === undefined) return
  const limit = new Date(Date.parse(time) - ageMs).toISOString()
  if (!(await hasOldSignIns(db, limit))) return
  await db.transaction().execute((transaction) =>
    recorder.record(transaction, {
      action: THINNED,
      recordKind: RULE_KIND,
      recordId: '',
      details: { before: limit },
    }),
  )
  while (!signal?.aborted && (await thinSignIns(db, limit, BATCH)) > 0);
}

/**
 * Removes the values of all entries of a record so far, for a person's request. Returns of how many
 * entries. Throws badRequest() for a kind that must be kept, such as money.
 */
export async function eraseHistory(db: Db, recorder: Recorder, kind: string, recordId: string): Promise<number> {
  const recordKind = FORGETTABLE_KINDS.find((candidate) => candidate === kind)
  if (!recordKind) {
    const list = FORGETTABLE_KINDS.join(', ')
    throw badRequest(
      localised(
        'The history of "{kind}" cannot be erased. It can be erased of: {list}. Changes to money are always kept.',
        { kind, list },
      ),
    )
  }
  return db.transaction().execute(async (transaction) => {
    const count = await eraseRecord(transaction, recordKind, recordId)
    if (count === 0) return 0
    const details = { recordKind, recordId, count }
    await recorder.record(transaction, { action: ERASED, recordKind: RULE_KIND, recordId: '', details })
    return count
  })
}

/** Records who exported which part of the history. */
export async function recordHistoryExport(db: Db, recorder: Recorder, filter: object): Promise<void> {
  const entry: HistoryEntry = {
    action: 'history.exported',
    recordKind: RULE_KIND,
    recordId: '',
    details: { ...filter },
  }
  await db.transaction().execute((transaction) => recorder.record(transaction, entry))
}
