import type { Config } from '../config.ts'
import { openDatabase, openDatabaseBeside } from '../db/database.ts'
import { explainFailure } from '../db/failure.ts'
import { StartError } from '../errors.ts'
import { findTotalsZone } from '../resources/donations/totals/donation-totals-check-store.ts'
import {
  checkDonations,
  type DonationsCheck,
  rebuildDonations,
} from '../resources/donations/totals/donation-totals-service.ts'

/**
 * Compares the stored totals and computed columns with the donations, prints the differences, and
 * repairs them if `rebuild` is set. Returns whether none remain. Throws StartError if the database
 * cannot be opened or its totals are of another time zone. On SQLite a rebuild refuses to run
 * beside a server, which could not write meanwhile.
 */
export async function runDonationsCheck(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'timeZone'>,
  { rebuild }: { rebuild: boolean },
  print: (line: string) => void,
): Promise<boolean> {
  const needsFolder = rebuild && config.databaseUrl === undefined
  const db = await (needsFolder ? openDatabase(config) : openDatabaseBeside(config))
  try {
    assertZone(await findTotalsZone(db), config.timeZone)
    const differences = describeDifferences(await checkDonations(db, config.timeZone))
    for (const line of differences) print(line)
    if (differences.length === 0) print('The totals and search texts agree with the donations.')
    if (!rebuild) {
      if (differences.length > 0) print('\nNothing was changed. `-- --rebuild` computes everything anew.')
      return differences.length === 0
    }
    await rebuildDonations(db, config.timeZone)
    const remaining = describeDifferences(await checkDonations(db, config.timeZone))
    print('Totals and search texts were computed anew.')
    for (const line of remaining) print(line)
    return remaining.length === 0
  } catch (error) {
    throw explainFailure(error)
  } finally {
    await db.destroy()
  }
}

function assertZone(stored: string | null, timeZone: string): void {
  if (stored === null || stored === timeZone) return
  throw new StartError(
    `The totals are of the time zone ${stored}, and TIME_ZONE is ${timeZone}: use the settings of the server.`,
  )
}

function describeDifferences({ totals, donors, columns, search }: DonationsCheck): string[] {
  const lines = totals.map(
    ({ unit, period, status, currency, storedCount, storedAmount, actualCount, actualAmount }) =>
      `Total of ${period || 'all time'}, status ${status || '(none)'}, ${currency || 'no currency'}: ` +
      `${storedCount} donations of ${rupees(storedAmount)}; ` +
      `the ${unit === 'all' ? 'months' : 'donations'} give ${actualCount} of ${rupees(actualAmount)}.`,
  )
  if (donors > 0) lines.push(`Donors with a wrong number of donations: ${donors}.`)
  if (columns > 0) lines.push(`Donations with a wrong local day, donor key or search text: ${columns}.`)
  if (search > 0) lines.push(`Donations missing in the search index, or wrongly in it: ${search}.`)
  return lines
}

function rupees(paise: number): string {
  return (paise / 100).toFixed(2)
}
