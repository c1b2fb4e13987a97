import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { eachDatabase, openForEachTest, openUnmigrated } from '../testing/databases.ts'
import { buildAdmin, buildDonation, buildEvent } from '../testing/factories.ts'
import { openDatabase } from './database.ts'
import { tableNames } from './db.ts'
import { newId } from './id.ts'
import { assertMigrated, MIGRATIONS, migrate, type NamedMigration } from './migrate.ts'

const NOW = '2026-05-01T00:00:00.000Z'

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  async function addReceipt() {
    const { id: donation_id } = await buildDonation(here.db)
    await here.db.insertInto('receipt_settings').values({ hash: 'h', settings: '{}' }).execute()
    await here.db.insertInto('receipt_series').values({ series: '2026-27', last_number: 1 }).execute()
    const row = { id: newId(), donation_id, series: '2026-27', number: 1, issued_at: NOW, snapshot: '{}' }
    await here.db
      .insertInto('receipts')
      .values({ ...row, settings_hash: 'h' })
      .execute()
    return row
  }

  async function addEntry() {
    const about = { action: 'donation.deleted', record_kind: 'donation', record_id: newId() }
    await here.db
      .insertInto('history')
      .values({ n: 1, at: NOW, actor_id: null, ...about, values_hash: 'h', mac: 'm' })
      .execute()
    await here.db.insertInto('history_values').values({ n: 1, salt: 's', content: '{}' }).execute()
  }

  test.each(['receipts', 'receipt_settings', 'history'] as const)(
    'refuses to change or delete rows of %s',
    async (table) => {
      await addReceipt()
      await addEntry()
      const before = await here.db.selectFrom(table).selectAll().execute()
      const column = { receipts: 'snapshot', receipt_settings: 'settings', history: 'action' }[table]
      const attempts = [
        sql`update ${sql.table(table)} set ${sql.ref(column)} = 'changed'`,
        sql`delete from ${sql.table(table)}`,
        engine === 'SQLite'
          ? sql`insert or replace into ${sql.table(table)} select * from ${sql.table(table)}`
          : sql`truncate ${sql.table(table)} cascade`,
      ]
      for (const attempt of attempts)
        await expect(attempt.execute(here.db)).rejects.toThrow(/cannot be changed or deleted/)
      expect(before).toHaveLength(1)
      expect(await here.db.selectFrom(table).selectAll().execute()).toEqual(before)
    },
  )

  test('refuses to replace a row by its rowid', async () => {
    if (engine === 'PostgreSQL') return
    await addEntry()
    const replacement = sql`insert or replace into history_values (rowid, n, salt, content)
      select rowid, n, salt, 'changed' from history_values`
    await expect(replacement.execute(here.db)).rejects.toThrow(/cannot be changed/)
  })

  test('refuses to change values of the history, which may be erased', async () => {
    await addEntry()
    await expect(here.db.updateTable('history_values').set({ content: '{}' }).execute()).rejects.toThrow(
      /cannot be changed/,
    )
    await here.db.deleteFrom('history_values').execute()
  })

  test('enforces foreign keys on insert and delete', async () => {
    const receipt = await addReceipt()
    const orphan = { ...receipt, id: newId(), number: 2, settings_hash: 'h' }
    const receipts = () => here.db.insertInto('receipts')
    await expect(
      receipts()
        .values({ ...orphan, donation_id: newId() })
        .execute(),
    ).rejects.toThrow(/foreign key/i)
    const { id } = await buildDonation(here.db)
    for (const wrong of [{ series: '2027-28' }, { settings_hash: 'unknown' }]) {
      const row = { ...orphan, donation_id: id, ...wrong }
      await expect(receipts().values(row).execute()).rejects.toThrow(/foreign key/i)
    }
    const seen = { id: 'pay_1', donation_id: newId(), seen_at: NOW }
    await expect(here.db.insertInto('uncaptured_payments').values(seen).execute()).rejects.toThrow(/foreign key/i)
    const event = { id: 'evt_1', donation_id: newId(), kind: 'payment.captured', received_at: NOW }
    await expect(here.db.insertInto('payment_events').values(event).execute()).rejects.toThrow(/foreign key/i)
    const held = { payment_id: 'pay_1', donation_id: newId(), status: 'captured', held_at: NOW, resolved_at: null }
    await expect(here.db.insertInto('held_payments').values(held).execute()).rejects.toThrow(/foreign key/i)
    await expect(here.db.deleteFrom('donations').where('id', '=', receipt.donation_id).execute()).rejects.toThrow(
      /foreign key/i,
    )
  })

  test('refuses values out of range, but accepts any donation status', async () => {
    await expect(buildDonation(here.db, { amount: -1 })).rejects.toThrow(/check constraint/i)
    await expect(buildDonation(here.db, { refunded_amount: -1 })).rejects.toThrow(/check constraint/i)
    await expect(buildAdmin(here.db, { role: 'owner' as 'admin' })).rejects.toThrow(/check constraint/i)
    for (const status of [null, '', 'settled', 'अज्ञात']) await buildDonation(here.db, { status })
  })

  test('applies a new migration once and keeps existing rows', async () => {
    const event = await buildEvent(here.db)
    const { migration, applied } = addColumn('9998-event-notes')
    await migrate(here.db, [...MIGRATIONS, migration])
    await migrate(here.db, [...MIGRATIONS, migration])
    expect(applied()).toBe(1)
    const { rows } = await sql`select id, note from events`.execute(here.db)
    expect(rows).toEqual([{ id: event.id, note: 'none' }])
    await expect(assertMigrated(here.db, [...MIGRATIONS, migration])).resolves.toBeUndefined()
  })

  test('rolls back all pending migrations when one fails', async () => {
    const { migration } = addColumn('9998-event-notes')
    const failing: NamedMigration = ['9999-failing', { up: () => Promise.reject(new Error('refused')) }]
    await expect(migrate(here.db, [...MIGRATIONS, migration, failing])).rejects.toThrow('refused')
    await expect(sql`select note from events`.execute(here.db)).rejects.toThrow(/note/)
    await migrate(here.db, [...MIGRATIONS, migration])
  })

  test('refuses a database of a newer or an older version', async () => {
    const { migration } = addColumn('9998-event-notes')
    await expect(assertMigrated(here.db, [...MIGRATIONS, migration])).rejects.toThrow(
      /older version of SevaDesk \(migration 9998-event-notes is missing\)/,
    )
    await migrate(here.db, [...MIGRATIONS, migration])
    const newer = /^The database was written by a newer version of SevaDesk \(it has migration 9998-event-notes\)/
    await expect(migrate(here.db)).rejects.toThrow(newer)
    await expect(assertMigrated(here.db)).rejects.toThrow(newer)
  })

  test('refuses a database from before version 0.1.0 and leaves it unchanged', async () => {
    const trial = await openUnmigrated(engine)
    await sql`create table sevadesk_migrations (name text primary key, applied_at text not null)`.execute(trial.db)
    await sql`insert into sevadesk_migrations (name, applied_at) values ('0001-first-tables', ${NOW})`.execute(trial.db)
    await sql`create table admins (id text primary key)`.execute(trial.db)
    // As the trial version left it: the folder belongs to a database that has no id for this version.
    writeFileSync(join(trial.dataDir, 'database-id'), `${NOW}\n`)
    const before = await tableNames(trial.db)
    const opening = openDatabase(trial)
    await expect(opening).rejects.toBeInstanceOf(StartError)
    await expect(opening).rejects.toThrow(/^The database was made by a trial version of SevaDesk before 0\.1\.0, .+\.$/)
    expect(await tableNames(trial.db)).toEqual(before)
    await trial.remove()
  })
})

describe('SQLite', () => {
  const here = openForEachTest('SQLite')

  test('has only strict tables', async () => {
    const { rows } = await sql`
      select name from pragma_table_list
      where schema = 'main' and type = 'table' and not strict and name not like 'sqlite_%'`.execute(here.db)
    expect(rows).toEqual([])
    const bytes = sql`update donations set donor_name = cast('Asha' as blob)`
    await buildDonation(here.db)
    await expect(bytes.execute(here.db)).rejects.toThrow(/cannot store BLOB value in TEXT column/)
  })
})

/** Returns a migration that adds a column, and a function that returns how often it ran. */
function addColumn(name: string): { migration: NamedMigration; applied: () => number } {
  let count = 0
  const up = async (db: Kysely<unknown>) => {
    count += 1
    await sql`alter table events add column note text not null default 'none'`.execute(db)
  }
  return { migration: [name, { up }], applied: () => count }
}
