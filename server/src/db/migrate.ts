import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { reasonOf, StartError } from '../errors.ts'
import { type Db, isPostgres, liftTimeouts, lockUntilCommit, tableNames } from './db.ts'
import * as firstSchema from './migrations/0001-first-schema.ts'
import * as donationGrandTotals from './migrations/0002-donation-grand-totals.ts'
import * as serverKeys from './migrations/0003-server-keys.ts'
import * as openOrdersAndHeldPayments from './migrations/0004-open-orders-and-held-payments.ts'
import * as idempotencyKeys from './migrations/0005-idempotency-keys.ts'
import * as eventDatesAndPosters from './migrations/0006-event-dates-and-posters.ts'
import * as adminLanguage from './migrations/0007-admin-language.ts'
import * as history from './migrations/0008-history.ts'
import * as versions from './migrations/0009-versions.ts'
import * as trash from './migrations/0010-trash.ts'
import * as twoStep from './migrations/0011-two-step.ts'
import * as backups from './migrations/0012-backups.ts'
import * as refusedSignIns from './migrations/0013-refused-sign-ins.ts'
import * as lists from './migrations/0014-lists.ts'
import * as donationSortIndexes from './migrations/0015-donation-sort-indexes.ts'
import * as trustSettings from './migrations/0016-trust-settings.ts'
import * as donors from './migrations/0017-donors.ts'
import * as offlineGifts from './migrations/0018-offline-gifts.ts'
import * as donationGroups from './migrations/0019-donation-groups.ts'
import * as depositSlipGifts from './migrations/0020-deposit-slip-gifts.ts'
import * as paymentFees from './migrations/0021-payment-fees.ts'
import * as receiptNumbers from './migrations/0022-receipt-numbers.ts'
import * as donorCertificates from './migrations/0023-donor-certificates.ts'
import * as cashBookLeaves from './migrations/0024-cash-book-leaves.ts'
import * as citizenshipOfGifts from './migrations/0025-citizenship-of-gifts.ts'
import * as donationTypes from './migrations/0026-donation-types.ts'
import * as settlements from './migrations/0027-settlements.ts'
import * as totalsLock from './migrations/0028-totals-lock.ts'
import * as donationLists from './migrations/0029-donation-lists.ts'
import * as referenceKeys from './migrations/0030-reference-keys.ts'
import * as paymentReturns from './migrations/0032-payment-returns.ts'
import * as pendingSecondSteps from './migrations/0033-pending-second-steps.ts'
import * as migrationHashes from './migrations/0035-migration-hashes.ts'
import * as refundedAmounts from './migrations/0036-refunded-amounts.ts'
import * as checkedPayments from './migrations/0037-checked-payments.ts'
import * as severalServers from './migrations/0039-several-servers.ts'
import * as sharedState from './migrations/0041-shared-state.ts'
import * as fileLeases from './migrations/0042-file-leases.ts'
import * as leaseHolders from './migrations/0043-lease-holders.ts'
import * as donorFigures from './migrations/0047-donor-figures.ts'
import * as donationRights from './migrations/0050-donation-rights.ts'
import hashes from './migrations/hashes.json' with { type: 'json' }
import { assertSchema, CHANGED_OUTSIDE } from './schema.ts'

interface Migration {
  up(db: Kysely<unknown>): Promise<void>
}

export type NamedMigration = readonly [name: string, migration: Migration]

/** In order of application. A test keeps those that landed from being changed; append new ones. */
export const MIGRATIONS: readonly NamedMigration[] = [
  ['0001-first-schema', firstSchema],
  ['0002-donation-grand-totals', donationGrandTotals],
  ['0003-server-keys', serverKeys],
  ['0004-open-orders-and-held-payments', openOrdersAndHeldPayments],
  ['0005-idempotency-keys', idempotencyKeys],
  ['0006-event-dates-and-posters', eventDatesAndPosters],
  ['0007-admin-language', adminLanguage],
  ['0008-history', history],
  ['0009-versions', versions],
  ['0010-trash', trash],
  ['0011-two-step', twoStep],
  ['0012-backups', backups],
  ['0013-refused-sign-ins', refusedSignIns],
  ['0014-lists', lists],
  ['0015-donation-sort-indexes', donationSortIndexes],
  ['0016-trust-settings', trustSettings],
  ['0017-donors', donors],
  ['0018-offline-gifts', offlineGifts],
  ['0019-donation-groups', donationGroups],
  ['0020-deposit-slip-gifts', depositSlipGifts],
  ['0021-payment-fees', paymentFees],
  ['0022-receipt-numbers', receiptNumbers],
  ['0023-donor-certificates', donorCertificates],
  ['0024-cash-book-leaves', cashBookLeaves],
  ['0025-citizenship-of-gifts', citizenshipOfGifts],
  ['0026-donation-types', donationTypes],
  ['0027-settlements', settlements],
  ['0028-totals-lock', totalsLock],
  ['0029-donation-lists', donationLists],
  ['0030-reference-keys', referenceKeys],
  ['0032-payment-returns', paymentReturns],
  ['0033-pending-second-steps', pendingSecondSteps],
  ['0035-migration-hashes', migrationHashes],
  ['0036-refunded-amounts', refundedAmounts],
  ['0037-checked-payments', checkedPayments],
  ['0039-several-servers', severalServers],
  ['0041-shared-state', sharedState],
  ['0042-file-leases', fileLeases],
  ['0043-lease-holders', leaseHolders],
  ['0047-donor-figures', donorFigures],
  ['0050-donation-rights', donationRights],
]

/** The SHA-256 of the source of each migration. */
const HASHES: Readonly<Record<string, string>> = hashes

/** The first migration of versions before 0.1.0, whose databases this version cannot read. */
const PRERELEASE_MIGRATION = '0001-first-tables'

/** A database that has this table belongs to SevaDesk. */
const MARKER_TABLE = 'sevadesk_migrations'

/**
 * Applies all missing migrations in one transaction, safely when two processes start at once.
 * Throws StartError for a database of another program, of a newer version or from before 0.1.0, or
 * whose tables are not as the migrations make them. Only tests pass `migrations`.
 */
export async function migrate(db: Db, migrations: readonly NamedMigration[] = MIGRATIONS): Promise<void> {
  await untilUnlocked(() =>
    db.transaction().execute((transaction) => migrateWithin(transaction, migrations, { mustYield: true })),
  )
}

/** A call of a running server waits ten seconds for a table. */
const LOCK_LIMIT = '2s'
const PAUSE_MS = 3000
const LONGEST_WAIT_MS = 15 * 60_000
/** SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Repeats `run`, which calls `migrateWithin` with `mustYield`, while a backup or an export reads a table
 * to change. Running servers use the table in the pauses: PostgreSQL queues them behind a migration that waits.
 */
export async function untilUnlocked<Result>(run: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error
      if (performance.now() > end)
        throw new StartError(
          'The database cannot be updated while another program reads it: start again when the backup or export has ended.',
        )
    }
    await sleep(PAUSE_MS)
  }
}

/** As `migrate`, as a part of `transaction`, and without its repetitions. */
export async function migrateWithin(
  transaction: Db,
  migrations: readonly NamedMigration[] = MIGRATIONS,
  { mustYield = false } = {},
): Promise<void> {
  await liftTimeouts(transaction)
  await lockUntilCommit(transaction, 'migrate')
  if (mustYield && isPostgres(transaction))
    await sql`set local lock_timeout = ${sql.lit(LOCK_LIMIT)}`.execute(transaction)
  const tables = await tableNames(transaction)
  assertOurs(tables)
  const marker = sql.table(MARKER_TABLE)
  if (!tables.includes(MARKER_TABLE)) {
    await sql`create table ${marker} (name text primary key, applied_at text not null) ${sql.raw(isPostgres(transaction) ? '' : 'strict')}`.execute(
      transaction,
    )
  }
  // Makes a read-only database fail at startup, not at the first save.
  await assertWritable(transaction)
  const rows = (await sql<{ name: string }>`select name from ${marker}`.execute(transaction)).rows
  const applied = new Set(rows.map(({ name }) => name))
  assertNoneUnknown(applied, migrations)
  for (const [name, migration] of migrations) {
    if (applied.has(name)) continue
    await migration.up(transaction as unknown as Kysely<unknown>).catch((error: unknown) => {
      throw isMisfit(error)
        ? new StartError(`The migration ${name} does not fit the database (${reasonOf(error)}): ${CHANGED_OUTSIDE}`)
        : error
    })
    await sql`insert into ${marker} (name, applied_at) values (${name}, ${new Date().toISOString()})`.execute(
      transaction,
    )
  }
  if (migrations !== MIGRATIONS) return
  await assertSchema(transaction)
  await recordHashes(transaction)
}

/** Whether a table, column or index is missing or exists: result code 1 of SQLite, class 42 of PostgreSQL. */
function isMisfit(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('errcode' in error && error.errcode === 1) || ('code' in error && /^42(?!501)/.test(String(error.code)))
}

/** Stores missing hashes. Throws StartError if a migration was changed after the database applied it. */
async function recordHashes(transaction: Db): Promise<void> {
  const marker = sql.table(MARKER_TABLE)
  const { rows } = await sql<{ name: string; hash: string | null }>`select name, hash from ${marker}`.execute(
    transaction,
  )
  for (const { name, hash } of rows) {
    if (hash === HASHES[name]) continue
    if (hash !== null)
      throw new StartError(`The migration ${name} differs from the one that was applied: ${CHANGED_OUTSIDE}`)
    await sql`update ${marker} set hash = ${HASHES[name]} where name = ${name}`.execute(transaction)
  }
}

export interface AppliedMigration {
  name: string
  /** UTC ISO time. That of the first migration identifies the database: see `findDatabaseId`. */
  applied_at: string
}

/** Returns the migrations of a migrated database, in order of application. */
export async function listApplied(db: Db): Promise<AppliedMigration[]> {
  const marker = sql.table(MARKER_TABLE)
  return (await sql<AppliedMigration>`select name, applied_at from ${marker} order by name`.execute(db)).rows
}

/**
 * Gives an empty database the schema, the migrations and the id of the database that had `applied`.
 * Throws StartError if it was of a newer version.
 */
export async function migrateLike(transaction: Db, applied: readonly AppliedMigration[]): Promise<void> {
  assertNoneUnknown(new Set(applied.map(({ name }) => name)), MIGRATIONS)
  await migrateWithin(
    transaction,
    MIGRATIONS.filter(([name]) => applied.some((each) => each.name === name)),
  )
  for (const { name, applied_at } of applied) {
    await sql`update ${sql.table(MARKER_TABLE)} set applied_at = ${applied_at} where name = ${name}`.execute(
      transaction,
    )
  }
}

/** Whether `migrate` would change a database that already has tables. Throws StartError as `migrate`. */
export async function needsUpdate(db: Db): Promise<boolean> {
  if (!(await tableNames(db)).includes(MARKER_TABLE)) return false
  const applied = new Set((await listApplied(db)).map(({ name }) => name))
  assertNoneUnknown(applied, MIGRATIONS)
  return applied.size > 0 && MIGRATIONS.some(([name]) => !applied.has(name))
}

/** Performs a write that changes nothing. Throws the database's error. */
export async function assertWritable(db: Db): Promise<void> {
  const marker = sql.table(MARKER_TABLE)
  // A migration holds a row for as long as it runs.
  const free = sql.raw(isPostgres(db) ? 'for update skip locked' : '')
  await sql`
    update ${marker} set applied_at = applied_at
    where name = (select name from ${marker} order by name limit 1 ${free})`.execute(db)
}

/**
 * Returns the id of a database that may not be migrated; undefined if it has no tables. Throws
 * StartError for a database of another program or from before 0.1.0.
 */
export async function readDatabaseId(db: Db): Promise<string | undefined> {
  const tables = await tableNames(db)
  assertOurs(tables)
  if (!tables.includes(MARKER_TABLE)) return undefined
  assertReleased(new Set((await listApplied(db)).map(({ name }) => name)))
  return findDatabaseId(db)
}

/** Returns the time of the first migration, which identifies a database even after a restore. */
export async function findDatabaseId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select applied_at as id from ${sql.table(MARKER_TABLE)} where name = ${MIGRATIONS[0]?.[0]}`.execute(db)
  return rows[0]?.id ?? ''
}

/** Throws StartError unless the database has exactly this version's schema. Changes nothing. */
export async function assertMigrated(db: Db, migrations: readonly NamedMigration[] = MIGRATIONS): Promise<void> {
  const tables = await tableNames(db)
  assertOurs(tables)
  if (tables.length === 0) throw new StartError('The database is still empty; start SevaDesk once, which fills it.')
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MARKER_TABLE)}`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  assertNoneUnknown(applied, migrations)
  const missing = migrations.find(([name]) => !applied.has(name))
  if (!missing) return
  throw new StartError(
    `The database was written by an older version of SevaDesk (migration ${missing[0]} is missing); start this version once to bring it up to date.`,
  )
}

function assertReleased(applied: ReadonlySet<string>): void {
  if (!applied.has(PRERELEASE_MIGRATION)) return
  throw new StartError(
    'The database was made by a trial version of SevaDesk before 0.1.0, which this version cannot read; use another data folder (DATA_DIR) or database (DATABASE_URL).',
  )
}

function assertNoneUnknown(applied: ReadonlySet<string>, migrations: readonly NamedMigration[]): void {
  assertReleased(applied)
  const unknown = [...applied].find((name) => !migrations.some(([known]) => known === name))
  if (unknown === undefined) return
  throw new StartError(
    `The database was written by a newer version of SevaDesk (it has migration ${unknown}); start that version, or use another database.`,
  )
}

/** Throws StartError for a database that has tables but not our marker table. */
export function assertOurs(tables: readonly string[]): void {
  if (tables.length === 0 || tables.includes(MARKER_TABLE)) return
  throw new StartError(
    `The database holds tables that are not SevaDesk's (${tables[0]} for one); choose another with DATA_DIR or DATABASE_URL.`,
  )
}
