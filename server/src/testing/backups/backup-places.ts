import { join } from 'node:path'
import { runBackup } from '../../commands/run-backup.ts'
import { runRestore } from '../../commands/run-restore.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/database.ts'
import type { Db } from '../../db/db.ts'
import type { LastReceipt } from '../../resources/backups/fill-service.ts'
import { type Engine, makeEmptyDatabase, makeMigratedDatabase, type TestDatabase } from '../databases.ts'
import { fillEveryTable } from './backup-fixture.ts'

export function settingsOf({ dataDir, databaseUrl }: TestDatabase) {
  return { dataDir, databaseUrl, keysDir: join(dataDir, 'keys') }
}

export async function withDatabase<Result>(place: TestDatabase, use: (db: Db) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(place)
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

export interface TestPlaces {
  /** Rows in every table, and their files. */
  filled(engine: Engine): Promise<TestDatabase>
  /** Tables without rows. */
  migrated(engine: Engine): Promise<TestDatabase>
  empty(engine: Engine): Promise<TestDatabase>
  removeAll(): Promise<void>
}

/** Places for backups and restores, which `removeAll` removes. */
export function testPlaces(): TestPlaces {
  let places: TestDatabase[] = []
  async function keep(place: Promise<TestDatabase>): Promise<TestDatabase> {
    places.push(await place)
    return place
  }
  return {
    async filled(engine) {
      const place = await keep(makeMigratedDatabase(engine))
      await withDatabase(place, (db) => fillEveryTable(db, place.dataDir))
      return place
    },
    migrated: (engine) => keep(makeMigratedDatabase(engine)),
    empty: (engine) => keep(makeEmptyDatabase(engine)),
    async removeAll() {
      for (const place of places) await place.remove()
      places = []
    },
  }
}

export async function backUp(place: TestDatabase): Promise<string> {
  const file = join(place.dataDir, 'backup.tar')
  await runBackup(settingsOf(place), { file, key: undefined, kind: 'manual' }, () => undefined)
  return file
}

/** The series of a filled place, with its last number. */
export const LAST_RECEIPTS: readonly LastReceipt[] = [{ series: '2026-27', lastNumber: 3 }]

/** Restores with these settings and returns what was printed. */
export async function restore(
  settings: Pick<Config, 'dataDir' | 'databaseUrl' | 'keysDir'> & Partial<Pick<Config, 's3'>>,
  file: string,
  lastReceipts = LAST_RECEIPTS,
): Promise<string> {
  const lines: string[] = []
  const options = { file, key: undefined, askLastReceipts: async () => lastReceipts }
  await runRestore(settings, options, (line) => lines.push(line))
  return lines.join('\n')
}
