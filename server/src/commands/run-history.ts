import type { Config } from '../config.ts'
import { withDatabaseBeside } from '../db/database.ts'
import { readSnapshot } from '../db/db.ts'
import { loadKey, readKeptHead } from '../keys/key-file.ts'
import { describeBreak } from '../resources/history/history-chain.ts'
import { checkHistory, eraseHistory } from '../resources/history/history-check-service.ts'
import { openHistory } from '../resources/history/history-service.ts'

/**
 * Reads the whole history and prints its first break. Returns whether it is whole. Throws
 * StartError if the database or the key cannot be opened.
 */
export async function runHistoryVerify(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'keysDir'>,
  print: (line: string) => void,
): Promise<boolean> {
  return withDatabaseBeside(config, async (db) => {
    const key = await loadKey(config.keysDir, 'history', { mayCreate: false })
    // Before the snapshot, so that the snapshot has every row that the file knows.
    const head = await readKeptHead(config.keysDir)
    const { rows, firstBreak } = await readSnapshot(db, (snapshot) => checkHistory(snapshot, { key, head }))
    if (head === null) print('There is no head file, so a cut-off end would not show.')
    if (firstBreak) print(`${describeBreak(firstBreak)} Rows before it that are whole: ${rows}.`)
    else print(`The history is whole. Rows: ${rows}.`)
    return firstBreak === null
  })
}

/**
 * Removes what the history keeps about a record: names, addresses, devices, and the fields before
 * and after. Throws StartError for a kind of record whose history must be kept.
 */
export async function runHistoryErase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'keysDir'>,
  { kind, id }: { kind: string; id: string },
  print: (line: string) => void,
): Promise<void> {
  return withDatabaseBeside(config, async (db) => {
    const history = await openHistory(db, config.keysDir)
    const recorder = history.from({ actor: null, command: 'history:erase' })
    const count = await eraseHistory(db, recorder, kind, id)
    print(count > 0 ? `The values of ${count} entries were erased.` : 'The history has no values of this record.')
  })
}
