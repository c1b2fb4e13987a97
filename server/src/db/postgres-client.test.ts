import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeMigratedDatabase, onlyPostgres, openForEachTest } from '../testing/databases.ts'
import type { Db } from './db.ts'
import { openPostgres } from './postgres.ts'

onlyPostgres(() => {
  const here = openForEachTest('PostgreSQL')
  const insert = (db: Db, name: string) =>
    db
      .insertInto('messages')
      .values({ id: name, name, email: 'a@b.org', subject: '', message: '', created_at: '2026-01-01T00:00:00.000Z' })
      .execute()
  const names = async () =>
    (await here.db.selectFrom('messages').select('name').orderBy('name').execute()).map(({ name }) => name)
  const endSession = (db: Db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)

  test('runs a transaction again after a deadlock', async () => {
    await insert(here.db, 'a')
    await insert(here.db, 'b')
    const both = Promise.withResolvers<void>()
    let first = 0
    let runs = 0
    const rename = (...order: string[]) =>
      here.db.transaction().execute(async (transaction) => {
        runs += 1
        for (const id of order) {
          const row = transaction.updateTable('messages').where('id', '=', id)
          await row.set((eb) => ({ name: sql`${eb.ref('name')} || ${order[0]}` })).execute()
          first += 1
          if (first === 2) both.resolve()
          await both.promise
        }
      })
    await Promise.all([rename('a', 'b'), rename('b', 'a')])
    expect(runs).toBe(3)
    expect((await names()).map((name) => name.length)).toEqual([3, 3])
  })

  test('runs a transaction again whose connection was lost before the commit', async () => {
    let runs = 0
    const result = await here.db.transaction().execute(async (transaction) => {
      runs += 1
      await insert(transaction, `run ${runs}`)
      if (runs < 3) await endSession(transaction)
      return runs
    })
    expect([result, await names()]).toEqual([3, ['run 3']])
  })

  test('gives up after three attempts', async () => {
    let runs = 0
    const failing = here.db.transaction().execute(async (transaction) => {
      runs += 1
      await endSession(transaction)
    })
    await expect(failing).rejects.toThrow()
    expect(runs).toBe(3)
  })

  test('does not repeat a transaction that may be committed, or fails otherwise', async () => {
    await sql`create function end_session() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(here.db)
    await sql`create constraint trigger end_session after insert on messages
      deferrable initially deferred for each row execute function end_session()`.execute(here.db)
    let runs = 0
    const run = (work: (db: Db) => Promise<unknown>) =>
      here.db.transaction().execute(async (transaction) => {
        runs += 1
        await work(transaction)
      })
    await expect(run((db) => insert(db, 'a'))).rejects.toThrow()
    expect(runs).toBe(1)
    await expect(run((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow(/division by zero/)
    const failed = Object.assign(new Error('connection error'), { code: 'ECONNRESET' })
    await expect(run(() => Promise.reject(failed))).rejects.toThrow(failed)
    expect([runs, await names()]).toEqual([3, []])
  })

  test('gives up a connection to a server that became read-only', async () => {
    const database = await makeMigratedDatabase('PostgreSQL', { isDirect: true })
    const db = await openPostgres(database.databaseUrl ?? '')
    const findSession = async () => (await sql`select pg_backend_pid() as pid`.execute(db)).rows
    const before = await findSession()
    const transaction = db.transaction().setAccessMode('read only')
    await expect(transaction.execute((each) => insert(each, 'a'))).rejects.toMatchObject({ code: '25006' })
    expect(await findSession()).not.toEqual(before)
    await db.destroy()
    await database.remove()
  })
})
