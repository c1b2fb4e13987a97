import { isDeepStrictEqual } from 'node:util'
import { type Db, isPostgres, readSnapshot } from '../../db/db.ts'
import { badRequest } from '../../errors.ts'
import type { JobLog } from '../../jobs/job-runner.ts'
import { deleteLeftoverParts } from '../../media/disk-files.ts'
import { localised } from '../../text/localised-text.ts'
import {
  BEFORE_FIRST,
  type BreakKind,
  describeBreak,
  type HistoryBreak,
  type HistoryHead,
  hashValues,
  type KeptHead,
  macOf,
  sealOf,
} from './history-chain.ts'
import { adoptHeadFile, advanceKeptHead, readKeptHead } from './history-head-service.ts'
import { coverageOf, END_ACCEPTED, ERASED, FORGETTABLE_KINDS, RULE_KIND, readRule, THINNED } from './history-rules.ts'
import type { History, HistoryEntry, Recorder } from './history-service.ts'
import {
  eraseRecord,
  findHead,
  findKeptHead,
  findLastUntil,
  findRow,
  findTimeUntil,
  hasActionOfHistory,
  hasOldSignIns,
  hasRow,
  listRowsAfter,
  listRuleRows,
  type StoredRow,
  thinSignIns,
} from './history-store.ts'

/** Rows that are in memory at once. */
const BATCH = 2000

/** A row that the history must have. */
interface ExpectedHead extends HistoryHead {
  /** When it was noted, UTC ISO. */
  at?: string
}

interface CheckOptions {
  key: Buffer
  /** What was kept, read before the transaction of `db` began. */
  head: ExpectedHead | null
  /** Checks only so many rows at the end. */
  newest?: number
  /** A broken row that is passed over, as those that the history says were accepted. */
  brokenRow?: number | undefined
}

interface HistoryCheck {
  /** How many rows that were read are whole. */
  rows: number
  /** Null if the history is as it was recorded, but for accepted rows. */
  firstBreak: HistoryBreak | null
  /** Those that were accepted, the first other one, and a cut-off end. */
  breaks: HistoryBreak[]
}

/** What can be wrong with a row alone: the rows behind it follow its MAC. */
const ACCEPTABLE: ReadonlySet<BreakKind> = new Set(['changed', 'values-changed', 'values-missing'])

/**
 * Reads the chain in batches up to its first break. `db` is a snapshot, so that values that a rule
 * removes meanwhile are not missed.
 */
export async function checkHistory(db: Db, { key, head, newest, brokenRow }: CheckOptions): Promise<HistoryCheck> {
  const { isCovered, accepted } = await readRules(db, key)
  accepted.add(brokenRow)
  const cutOff = head && (await findCutOff(db, head))
  const end = cutOff ? [cutOff] : []
  const breaks: HistoryBreak[] = []
  let previous: HistoryHead = await findStart(db, newest)
  let rows = 0
  for await (const row of rowsAfter(db, previous.n === 0 ? Number.MIN_SAFE_INTEGER : previous.n)) {
    const kind = breakAt(row, previous, { key, cutOff, isCovered })
    if (kind === 'cut-off') break
    if (kind) {
      const n = kind === 'removed' ? previous.n + 1 : row.n
      const found = { n, kind: await diagnose(db, kind, { key, head, previous, row }) }
      breaks.push(found)
      if (!accepted.has(n) || !ACCEPTABLE.has(found.kind))
        return { rows, firstBreak: found, breaks: [...breaks, ...end] }
    } else rows += 1
    previous = { n: row.n, mac: row.mac }
  }
  return { rows, firstBreak: cutOff, breaks: [...breaks, ...end] }
}

/**
 * Finds the first of the rows that were cut off, also when others were written in their place: these
 * are later than the head.
 */
export async function findCutOff(db: Db, head: ExpectedHead): Promise<HistoryBreak | null> {
  if (await hasRow(db, head)) return null
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

/** Whether `source` has all rows of its copy, whose values a rule may have removed meanwhile. */
export async function isCopyOf(copy: Db, source: Db): Promise<boolean> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const [rows, own] = [await listRowsAfter(copy, after, BATCH), await listRowsAfter(source, after, BATCH)]
    for (const [at, row] of rows.entries()) {
      const { salt = null, content = null, ...rest } = own[at] ?? {}
      const { salt: _salt, content: _content, ...copied } = row
      const isSame = content === null || (content === row.content && salt === row.salt)
      if (!isSame || !isDeepStrictEqual(rest, copied)) return false
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return true
    after = last.n
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
  kind: BreakKind,
  { key, head, previous, row }: { key: Buffer; head: HistoryHead | null; previous: HistoryHead; row: StoredRow },
): Promise<BreakKind> {
  if (kind !== 'changed') return kind
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
async function readRules(
  db: Db,
  key: Buffer,
): Promise<{ isCovered: (row: StoredRow) => boolean; accepted: Set<unknown> }> {
  const rows = await listRuleRows(db)
  const accepted = new Set<unknown>()
  const rules = rows.flatMap((row) => {
    const { n, action, salt, content, values_hash, previous_mac, mac } = row
    const isRecorded = macOf(key, previous_mac ?? BEFORE_FIRST.mac, row) === mac
    if (!isRecorded || row.record_kind !== RULE_KIND || salt === null || content === null) return []
    if (hashValues({ salt, content }) !== values_hash) return []
    const { details = {} }: { details?: Record<string, unknown> } = JSON.parse(content)
    if (action === END_ACCEPTED) accepted.add(details.brokenRow)
    return readRule(action, n, details) ?? []
  })
  return { isCovered: coverageOf(rules), accepted }
}

/** Rows at the end that are checked at start. */
const NEWEST = 1000
/** The head file is written, and the row read, so long after a change, so that many changes do it once. */
const WRITE_AFTER_MS = 1000

/** Keeps the newest row while the server runs: on SQLite in the head file, on PostgreSQL in memory. */
export interface HistoryGuard {
  /** Compares what was kept with the history, and moves it on. */
  update(): Promise<void>
  stop(): Promise<void>
}

interface Dependencies {
  db: Db
  keysDir: string
  history: History
  log: JobLog & { warn(message: string): void }
}

const SEALED = 'history.head-sealed'

/**
 * What is wrong with the kept head. Earlier versions wrote no seal, and no file before the first row:
 * theirs is accepted until the history says that head files have seals. The row that says so may have
 * been removed, so no other row may be broken either.
 */
export async function findHeadBreak(
  db: Db,
  key: Buffer,
  kept: KeptHead | null,
  /** Of all rows, if there was one. */
  check?: HistoryCheck,
): Promise<HistoryBreak | null> {
  if (!kept) return { n: 0, kind: 'head-missing' }
  const isRight = kept.seal === undefined ? await mayBeUnsealed(db, key, kept, check) : kept.seal === sealOf(key, kept)
  return isRight ? null : { n: 0, kind: 'head-forged' }
}

async function mayBeUnsealed(db: Db, key: Buffer, head: KeptHead, check?: HistoryCheck): Promise<boolean> {
  if (head.n === 0 || (await hasActionOfHistory(db, SEALED))) return false
  const { breaks } = check ?? (await readSnapshot(db, (snapshot) => checkHistory(snapshot, { key, head })))
  return breaks.every(({ kind }) => kind === 'cut-off')
}

/**
 * Checks the newest rows and the kept head, then keeps the newest row. A break is logged and added to
 * `history.breaks`, and does not keep the server from starting. Throws StartError if the head file
 * cannot be read.
 */
export async function guardHistory({ db, keysDir, history, log }: Dependencies): Promise<HistoryGuard> {
  // A process that was killed may have left its part of a key or of the head file.
  await deleteLeftoverParts(keysDir)
  let kept: KeptHead | null = await readKeptHead(db, keysDir)
  // A broken row may be why a head file without a seal is not accepted.
  const newest = kept && kept.seal === undefined ? {} : { newest: NEWEST }
  const options = { key: history.key, head: kept, ...newest }
  const check = await readSnapshot(db, (snapshot) => checkHistory(snapshot, options))
  let headBreak = await findHeadBreak(db, history.key, kept, check)
  let isAdopted = false
  let isSealRecorded = false
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function report(found: HistoryBreak): void {
    const sentence = describeBreak(found)
    if (history.breaks.some((each) => describeBreak(each) === sentence)) return
    history.breaks.push(found)
    log.error({ n: found.n }, `${sentence} Run npm run history:verify; see docs/operations.md`)
  }

  /** Reads the head that the servers on one PostgreSQL share. Returns false after a report. */
  async function readShared(known: KeptHead): Promise<boolean> {
    const shared = isAdopted ? await findKeptHead(db) : await adoptHeadFile(db, keysDir, history.key, known)
    isAdopted = true
    headBreak = await findHeadBreak(db, history.key, shared)
    // It never goes back: an older one was put there.
    if (shared && shared.n < known.n) headBreak ??= { n: 0, kind: 'head-forged' }
    if (headBreak) report(headBreak)
    else kept = shared
    return !headBreak
  }

  /** Keeps the newest row. Returns false after a report. */
  async function advance(known: KeptHead): Promise<boolean> {
    const next = await advanceKeptHead(db, keysDir, history.key, known)
    if (next) kept = next
    else report((await findCutOff(db, known)) ?? { n: known.n, kind: 'cut-off' })
    return next !== null
  }

  async function write(): Promise<void> {
    // What was kept stays as it is, because it is the evidence.
    if (headBreak || !kept) return
    const cutOff = await findCutOff(db, kept)
    if (cutOff) return report(cutOff)
    if (kept.seal === undefined) {
      log.warn('accepted a head file of the history without a seal, from an earlier version, and sealed it')
      if (!isPostgres(db) && !(await advance(kept))) return
    }
    if (isPostgres(db) && !(await readShared(kept))) return
    // Only now: with this row, a head file without a seal counts as forged.
    if (!isSealRecorded) await recordSeal(db, history.server)
    isSealRecorded = true
    if ((await findHead(db)).n > kept.n) await advance(kept)
  }

  function update(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch((error: unknown) => {
      log.error({ err: error }, 'could not write the head file of the history; will retry')
    })
    return writing
  }

  for (const found of headBreak ? [headBreak, ...check.breaks] : check.breaks) report(found)
  history.onRecord(() => {
    timer ??= setTimeout(update, WRITE_AFTER_MS).unref()
  })
  await update()

  return { update, stop: update }
}

async function recordSeal(db: Db, recorder: Recorder): Promise<void> {
  if (await hasActionOfHistory(db, SEALED)) return
  const entry: HistoryEntry = { action: SEALED, recordKind: RULE_KIND, recordId: '' }
  await db.transaction().execute((transaction) => recorder.record(transaction, entry))
}

/** Rows per transaction, so that other writes wait only briefly. */
const ERASED_AT_ONCE = 1000
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
  while (!signal?.aborted && (await thinSignIns(db, limit, ERASED_AT_ONCE)) > 0);
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
