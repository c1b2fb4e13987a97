import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import type { JobLog } from '../../jobs/job-runner.ts'
import { type KeptHead, readKeptHead, writeKeptHead } from '../../keys/history-head-file.ts'
import { deleteLeftoverParts } from '../../media/staging-folder.ts'
import { describeBreak, type HistoryBreak } from './history-break.ts'
import { checkHistory, findCutOff } from './history-check-service.ts'
import type { History } from './history-service.ts'
import { findHead } from './history-store.ts'

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
