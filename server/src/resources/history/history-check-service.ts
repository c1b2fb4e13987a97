import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import type { JobLog } from '../../jobs/job-runner.ts'
import { type KeptHead, readKeptHead, writeKeptHead } from '../../keys/key-file.ts'
import { deleteLeftoverParts } from '../../media/disk-files.ts'
import { describeBreak, type HistoryBreak } from './history-break.ts'
import { BEFORE_FIRST, type HistoryHead, hashValues, macOf } from './history-chain.ts'
import { findLastUntil, findRow, listRowsAfter, listRuleRows, type StoredRow } from './history-check-store.ts'
import { coverageOf, RULE_KIND, readRule } from './history-rules.ts'
import type { History } from './history-service.ts'
import { findHead } from './history-store.ts'

/** Rows that are in memory at once. */
const BATCH = 2000

/** A row that the history must have. */
interface ExpectedHead extends HistoryHead {
  /** When it was noted, UTC ISO. */
  at?: string
}

interface CheckOptions {
  key: Buffer
  /** What the head file says, read before the transaction of `db` began. */
  head: ExpectedHead | null
  /** Checks only so many rows at the end. */
  newest?: number
}

interface HistoryCheck {
  /** How many rows were read. */
  rows: number
  /** Null if the history is as it was recorded. */
  firstBreak: HistoryBreak | null
}

/**
 * Reads the chain in batches up to its first break. `db` is a snapshot, so that values that a rule
 * removes meanwhile are not missed.
 */
export async function checkHistory(db: Db, { key, head, newest }: CheckOptions): Promise<HistoryCheck> {
  const isCovered = await readCoverage(db, key)
  const cutOff = head && (await findCutOff(db, head))
  let previous: HistoryHead = await findStart(db, newest)
  let rows = 0
  for await (const row of rowsAfter(db, previous.n === 0 ? Number.MIN_SAFE_INTEGER : previous.n)) {
    const kind = breakAt(row, previous, { key, cutOff, isCovered })
    if (kind === 'cut-off') break
    if (kind) {
      const n = kind === 'removed' ? previous.n + 1 : row.n
      return {
        rows,
        firstBreak: { n, kind: kind === 'changed' ? await diagnose(db, { key, head, previous, row }) : kind },
      }
    }
    rows += 1
    previous = { n: row.n, mac: row.mac }
  }
  return { rows, firstBreak: cutOff }
}

/**
 * Finds the first of the rows that were cut off, also when others were written in their place: these
 * are later than the head.
 */
async function findCutOff(db: Db, head: ExpectedHead): Promise<HistoryBreak | null> {
  const row = await findRow(db, head.n)
  if (row?.mac === head.mac) return null
  // Rows of a clock that was ahead may be later too, but rows of the right time follow them.
  const kept = head.at === undefined ? head.n : await findLastUntil(db, { n: head.n, at: head.at })
  const last = (await findHead(db)).n
  return { n: Math.min(head.n, last + 1, kept + 1), kind: 'cut-off' }
}

/** The row before the first that is checked. */
async function findStart(db: Db, newest: number | undefined): Promise<HistoryHead> {
  const last = newest === undefined ? 0 : (await findHead(db)).n - newest
  return (last > 0 && (await findRow(db, last))) || BEFORE_FIRST
}

async function* rowsAfter(db: Db, n: number): AsyncGenerator<StoredRow> {
  for (let after = n, isOver = false; !isOver; ) {
    const batch = await listRowsAfter(db, after, BATCH)
    yield* batch
    after = batch.at(-1)?.n ?? after
    isOver = batch.length < BATCH
  }
}

function breakAt(
  row: StoredRow,
  previous: HistoryHead,
  { key, cutOff, isCovered }: { key: Buffer; cutOff: HistoryBreak | null; isCovered: (row: StoredRow) => boolean },
): HistoryBreak['kind'] | undefined {
  const expected = previous.n + 1
  if (row.n !== expected) return row.n > expected ? 'removed' : 'inserted'
  if (macOf(key, previous.mac, row) !== row.mac) return 'changed'
  if (cutOff && row.n >= cutOff.n) return 'cut-off'
  if (row.content === null || row.salt === null) {
    return isCovered(row) ? undefined : 'values-missing'
  }
  return hashValues({ salt: row.salt, content: row.content }) === row.values_hash ? undefined : 'values-changed'
}

/** Tells what happened to a row that does not follow the row before it, by the rows after it. */
async function diagnose(
  db: Db,
  { key, head, previous, row }: { key: Buffer; head: HistoryHead | null; previous: HistoryHead; row: StoredRow },
): Promise<HistoryBreak['kind']> {
  const follows = (mac: string, later: StoredRow, n: number) => macOf(key, mac, { ...later, n }) === later.mac
  const last = await findHead(db)
  const removed = (head?.n ?? last.n) - last.n
  let before = row
  let own: StoredRow | undefined
  let isChainOfKey = false
  for await (const later of rowsAfter(db, row.n)) {
    if (own) return own.n + 1 === later.n && follows(own.mac, later, row.n + 1) ? 'inserted' : 'out-of-order'
    if (removed > 0 && follows(before.mac, later, later.n + removed)) return 'removed'
    if (follows(previous.mac, later, row.n)) own = later
    isChainOfKey ||= follows(before.mac, later, later.n)
    before = later
  }
  if (removed < 0 && (own || before === row)) return 'inserted'
  if (own) return 'out-of-order'
  return isChainOfKey || before === row ? 'changed' : 'other-key'
}

/** Ignores rules that the chain does not contain as they were recorded. */
async function readCoverage(db: Db, key: Buffer): Promise<(row: StoredRow) => boolean> {
  const rows = await listRuleRows(db)
  const rules = rows.flatMap((row) => {
    const { n, action, salt, content, values_hash, previous_mac, mac } = row
    const isRecorded = macOf(key, previous_mac ?? BEFORE_FIRST.mac, row) === mac
    if (!isRecorded || row.record_kind !== RULE_KIND || salt === null || content === null) return []
    if (hashValues({ salt, content }) !== values_hash) return []
    const { details = {} }: { details?: Record<string, unknown> } = JSON.parse(content)
    return readRule(action, n, details) ?? []
  })
  return coverageOf(rules)
}

/** Rows at the end that are checked at start. */
const NEWEST = 1000
/** The head file is written so long after a change, so that many changes write it once. */
const WRITE_AFTER_MS = 1000

/** Keeps the newest row in the head file while the server runs. */
export interface HistoryGuard {
  /** Writes the head file if the history has grown. */
  update(): Promise<void>
  stop(): Promise<void>
}

interface Dependencies {
  db: Db
  keysDir: string
  history: History
  log: JobLog
}

/**
 * Checks the newest rows and the head file, then keeps the head file. A break is logged and set as
 * `history.firstBreak`, and does not keep the server from starting. Throws StartError if the head
 * file is damaged.
 */
export async function guardHistory({ db, keysDir, history, log }: Dependencies): Promise<HistoryGuard> {
  // A process that was killed may have left its part of a key or of the head file.
  await deleteLeftoverParts(keysDir)
  let kept: KeptHead | null = await readKeptHead(keysDir)
  const reported = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function report(found: HistoryBreak): void {
    history.firstBreak ??= found
    if (reported.has(found.n)) return
    reported.add(found.n)
    log.error({ n: found.n }, `${describeBreak(found)} Run npm run history:verify; see docs/operations.md`)
  }

  async function write(): Promise<void> {
    const cutOff = kept && (await findCutOff(db, kept))
    // The file stays as it is, because it is the evidence.
    if (cutOff) return report(cutOff)
    const head = await findHead(db)
    if (head.n > (kept?.n ?? 0)) kept = await writeKeptHead(keysDir, head)
  }

  function update(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch((error: unknown) => {
      log.error({ err: error }, 'could not write the head file of the history; will retry')
    })
    return writing
  }

  const options = { key: history.key, head: kept, newest: NEWEST }
  const found = await readSnapshot(db, (snapshot) => checkHistory(snapshot, options))
  if (found.firstBreak) report(found.firstBreak)
  history.onRecord(() => {
    timer ??= setTimeout(update, WRITE_AFTER_MS).unref()
  })
  await update()

  return { update, stop: update }
}
