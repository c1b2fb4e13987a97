import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { eachDatabase, type OpenTestDatabase, onlyPostgres, openForEachTest } from '../testing/databases.ts'
import { MIGRATIONS, migrate, migrateWithin } from './migrate.ts'
import postgresSchema from './schema/postgres.json' with { type: 'json' }
import sqliteSchema from './schema/sqlite.json' with { type: 'json' }
import { readSchema } from './schema.ts'

eachDatabase((engine) => {
  const here = openForEachTest(engine)
  const change = changesOf(here)

  test('describes all that the migrations make', async () => {
    // Otherwise: npm run schema.
    expect(await readSchema(here.db)).toEqual(engine === 'SQLite' ? sqliteSchema : postgresSchema)
  })

  test('ignores tables, views, indexes and triggers that an operator added', async () => {
    await change('create table reports (a text)', 'create view donor_names as select name from donors')
    await change('create index donors_by_notes on donors (notes)')
    await migrate(here.db)
  })

  const trigger =
    engine === 'SQLite' ? 'drop trigger receipts_refuse_update' : 'drop trigger receipts_append_only on receipts'
  const weaker =
    engine === 'SQLite'
      ? [
          'drop trigger history_refuse_delete',
          'create trigger history_refuse_delete after insert on photos begin select 1; end',
        ]
      : [
          `create or replace function refuse_change_of_history() returns trigger language plpgsql as 'begin return null; end'`,
        ]
  test.each([
    [['drop table idempotency_keys'], /\(the table idempotency_keys is missing\)/],
    [['alter table donors drop column notes'], /\(the table donors lacks “notes text not null”\)/],
    [['alter table donors add column caste text'], /\(the table donors has “caste text”\)/],
    [['drop index donors_by_pan'], /\(the index donors_by_pan is missing\)/],
    [
      ['drop index donors_by_pan', 'create index donors_by_pan on donors (pan)'],
      /\(the index donors_by_pan lacks “CREATE UNIQUE INDEX donors_by_pan /,
    ],
    [[trigger], /\(the trigger receipts_[\w ]+ is missing\)/],
    [weaker, /\(the (?:trigger history_refuse_delete|function refuse_change_of_history) lacks “/],
  ])('refuses a database after %j', async (statements, difference) => {
    for (const statement of statements) await change(statement)
    const opening = migrate(here.db)
    await expect(opening).rejects.toBeInstanceOf(StartError)
    await expect(opening).rejects.toThrow(difference)
    await expect(opening).rejects.toThrow(/^The database is not as SevaDesk makes it \([^.]+\.$/)
  })

  test('stores the hash of each migration, and refuses a database with another hash', async () => {
    const hashes = () => sql<{ hash: string }>`select hash from sevadesk_migrations order by name`.execute(here.db)
    const { rows } = await hashes()
    expect(rows).toHaveLength(MIGRATIONS.length)
    for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    // As the rows of earlier versions.
    await change('update sevadesk_migrations set hash = null')
    await migrate(here.db)
    expect((await hashes()).rows).toEqual(rows)
    await change(`update sevadesk_migrations set hash = 'x' where name = '0018-offline-gifts'`)
    const opening = migrate(here.db)
    await expect(opening).rejects.toBeInstanceOf(StartError)
    await expect(opening).rejects.toThrow(
      /^The migration 0018-offline-gifts differs from the one that was applied: .+ changed outside/,
    )
  })

  test('says which migration does not fit, and leaves the database as it was', async () => {
    await change(`delete from sevadesk_migrations where name = '0017-donors'`)
    const opening = migrate(here.db)
    await expect(opening).rejects.toBeInstanceOf(StartError)
    await expect(opening).rejects.toThrow(
      /^The migration 0017-donors does not fit the database \(.*donors.* exists\): /,
    )
  })
})

onlyPostgres(() => {
  const here = openForEachTest('PostgreSQL')
  const change = changesOf(here)

  test('ignores storage parameters, triggers of other tables, other functions and quoted names', async () => {
    for (const statement of [
      `create function refuse_change_of_receipts(a text) returns text language plpgsql as 'begin return a; end'`,
      'alter index donors_by_pan set (fillfactor = 70)',
      'create table reports (a text)',
      'create trigger receipts_append_only before delete on reports for each row execute function refuse_change_of_receipts()',
    ])
      await change(statement)
    await here.db.transaction().execute(async (transaction) => {
      await sql`set local quote_all_identifiers = on`.execute(transaction)
      await migrateWithin(transaction)
    })
  })

  test.each(['disable', 'enable replica'])('refuses a database after “%s trigger”', async (setting) => {
    await change(`alter table receipts ${setting} trigger receipts_append_only`)
    await expect(migrate(here.db)).rejects.toThrow(/the trigger receipts_append_only on receipts lacks/)
  })
})

test('the tables and indexes of both engines have the same names', () => {
  const ofSqliteAlone = ['index donations_by_text', 'index donations_for_count']
  const isShared = (name: string) =>
    /^(?:table|index) /.test(name) && !/_search$/.test(name) && !ofSqliteAlone.includes(name)
  const shared = (schema: object) => Object.keys(schema).filter(isShared).sort()
  expect(shared(postgresSchema)).toEqual(shared(sqliteSchema))
})

/** Runs statements on the database of a test. */
function changesOf(here: OpenTestDatabase) {
  return (...statements: string[]) => Promise.all(statements.map((each) => sql.raw(each).execute(here.db)))
}
