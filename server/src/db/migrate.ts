import { type Kysely, sql } from 'kysely'
import { StartError } from '../errors.ts'
import { tableNames, takeTurn } from './engine.ts'
import * as firstTables from './migrations/0001-first-tables.ts'
import * as picturesAndJobs from './migrations/0002-pictures-and-jobs.ts'
import * as uploadKeys from './migrations/0003-upload-keys.ts'
import * as donationsAndReceipts from './migrations/0004-donations-and-receipts.ts'
import * as donationSearch from './migrations/0005-donation-search.ts'
import * as donationChanges from './migrations/0006-donation-changes.ts'
import * as accounts from './migrations/0007-accounts.ts'
import type { Db } from './schema.ts'

interface Migration {
  up(db: Kysely<unknown>): Promise<void>
}

/** In order. One that has landed is never changed and never renamed. */
const MIGRATIONS: readonly (readonly [name: string, migration: Migration])[] = [
  ['0001-first-tables', firstTables],
  ['0002-pictures-and-jobs', picturesAndJobs],
  ['0003-upload-keys', uploadKeys],
  ['0004-donations-and-receipts', donationsAndReceipts],
  ['0005-donation-search', donationSearch],
  ['0006-donation-changes', donationChanges],
  ['0007-accounts', accounts],
]

/** Its presence says that a database is ours. */
const MARKER_TABLE = 'sevadesk_migrations'

/**
 * Brings the database up to date, all or nothing, also when two processes start at once.
 * Throws StartError for a database that holds something else or was written by a newer version.
 */
export async function migrate(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeTurn(transaction, 'migrate')
    const tables = await tableNames(transaction)
    assertOurs(tables)
    const marker = sql.table(MARKER_TABLE)
    if (!tables.includes(MARKER_TABLE)) {
      await sql`create table ${marker} (name text primary key, applied_at text not null)`.execute(transaction)
    }
    // A database that can be read alone is refused now, and not at the first thing that somebody wants to save.
    await sql`update ${marker} set applied_at = applied_at`.execute(transaction)
    const rows = (await sql<{ name: string }>`select name from ${marker}`.execute(transaction)).rows
    const applied = new Set(rows.map(({ name }) => name))
    assertNoneUnknown(applied)
    for (const [name, migration] of MIGRATIONS) {
      if (applied.has(name)) continue
      await migration.up(transaction as unknown as Kysely<unknown>)
      await sql`insert into ${marker} (name, applied_at) values (${name}, ${new Date().toISOString()})`.execute(
        transaction,
      )
    }
  })
}

/** Tells one of our databases from another, also after it was copied or restored: the moment at which its first step was made. */
export async function findDatabaseId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select applied_at as id from ${sql.table(MARKER_TABLE)} where name = ${MIGRATIONS[0]?.[0]}`.execute(db)
  return rows[0]?.id ?? ''
}

/** For what works beside a server. Throws StartError unless the database is ours and of this very version; changes nothing. */
export async function assertMigrated(db: Db): Promise<void> {
  const tables = await tableNames(db)
  assertOurs(tables)
  if (tables.length === 0) throw new StartError('The database is still empty; start SevaDesk once, which fills it.')
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MARKER_TABLE)}`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  assertNoneUnknown(applied)
  const lacking = MIGRATIONS.find(([name]) => !applied.has(name))
  if (!lacking) return
  throw new StartError(
    `The database was written by an older version of SevaDesk (it lacks the step ${lacking[0]}); start this version once, which brings it up to date.`,
  )
}

function assertNoneUnknown(applied: ReadonlySet<string>): void {
  const unknown = [...applied].find((name) => !MIGRATIONS.some(([known]) => known === name))
  if (unknown === undefined) return
  throw new StartError(
    `The database was written by a newer version of SevaDesk (it has the step ${unknown}); start that version, or use another database.`,
  )
}

/** Throws StartError when a database has tables but not our marker. */
export function assertOurs(tables: readonly string[]): void {
  if (tables.length === 0 || tables.includes(MARKER_TABLE)) return
  throw new StartError(
    `The database holds tables that are not SevaDesk's (${tables[0]} for one); choose another with DATA_DIR or DATABASE_URL.`,
  )
}
