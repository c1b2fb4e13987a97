import type { Config } from '../config.ts'
import { openDatabaseBeside } from '../db/database.ts'
import { explainFailure } from '../db/failure.ts'
import { HttpError, StartError } from '../errors.ts'
import { eraseHistory } from '../resources/history/history-rule-service.ts'
import { openHistory } from '../resources/history/history-service.ts'

/**
 * Removes what the history keeps about a record: names, addresses, devices, and the fields before
 * and after. Throws StartError for a kind of record whose history must be kept.
 */
export async function runHistoryErase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'keysDir'>,
  { kind, id }: { kind: string; id: string },
  print: (line: string) => void,
): Promise<void> {
  const db = await openDatabaseBeside(config)
  try {
    const history = await openHistory(db, config.keysDir)
    const recorder = history.from({ actor: null, command: 'history:erase' })
    const count = await eraseHistory(db, recorder, kind, id)
    print(count > 0 ? `The values of ${count} entries were erased.` : 'The history has no values of this record.')
  } catch (error) {
    if (error instanceof HttpError) throw new StartError(error.sentence('en'))
    throw explainFailure(error)
  } finally {
    await db.destroy()
  }
}
