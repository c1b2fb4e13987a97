import type { Config } from '../config.ts'
import { openDatabaseBeside } from '../db/database.ts'
import { explainFailure } from '../db/failure.ts'
import { readSnapshot } from '../db/snapshot.ts'
import { readKeptHead } from '../keys/history-head-file.ts'
import { loadKey } from '../keys/key-file.ts'
import { describeBreak } from '../resources/history/history-break.ts'
import { checkHistory } from '../resources/history/history-check-service.ts'

/**
 * Reads the whole history and prints its first break. Returns whether it is whole. Throws
 * StartError if the database or the key cannot be opened.
 */
export async function runHistoryVerify(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'keysDir'>,
  print: (line: string) => void,
): Promise<boolean> {
  const db = await openDatabaseBeside(config)
  try {
    const key = await loadKey(config.keysDir, 'history', { mayCreate: false })
    // Before the snapshot, so that the snapshot has every row that the file knows.
    const head = await readKeptHead(config.keysDir)
    const { rows, firstBreak } = await readSnapshot(db, (snapshot) => checkHistory(snapshot, { key, head }))
    if (head === null) print('There is no head file, so a cut-off end would not show.')
    if (firstBreak) print(`${describeBreak(firstBreak)} Rows before it that are whole: ${rows}.`)
    else print(`The history is whole. Rows: ${rows}.`)
    return firstBreak === null
  } catch (error) {
    throw explainFailure(error)
  } finally {
    await db.destroy()
  }
}
