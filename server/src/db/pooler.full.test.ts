import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { makeMigratedDatabase, type TestDatabase } from '../testing/databases.ts'
import { avoidsIndexes, type Db, liftStatementTimeout } from './db.ts'
import { openPostgres, SERVER_TIMEOUTS } from './postgres.ts'

const postgres = inject('postgres')
const isHere = 'url' in postgres && postgres.pooledUrl !== undefined

// In the whole suite, all other tests with PostgreSQL run through it too.
describe.runIf(isHere)(`PgBouncer in transaction mode${isHere ? '' : ' (pgbouncer is not installed)'}`, () => {
  let database: TestDatabase
  let db: Db
  beforeEach(async () => {
    database = await makeMigratedDatabase('PostgreSQL')
    db = await openPostgres(`${database.databaseUrl}?lock_timeout=4s`, { timeouts: SERVER_TIMEOUTS })
  })
  afterEach(async () => {
    await db.destroy()
    await database.remove()
  })

  const settings = async (from: Db) => {
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('random_page_cost') as cost`.execute(from)
    return rows
  }
  const defaults = [{ statement: '0', lock: '0', cost: '4' }]

  test('sets limits for a transaction alone, never for a session of the pooler', async () => {
    const limited = [{ statement: '30s', lock: '4s', cost: '1.1' }]
    expect(await settings(db)).toEqual(defaults)
    await db.transaction().execute(async (transaction) => {
      expect(await settings(transaction)).toEqual(limited)
      await liftStatementTimeout(transaction)
      expect(await settings(transaction)).toMatchObject([{ statement: '0' }])
    })
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => expect(await settings(transaction)).toEqual(limited))
    for (let call = 0; call < 20; call += 1) expect(await settings(db)).toEqual(defaults)
    expect(await avoidsIndexes(db)).toBe(true)
  })

  test('a direct connection has them in its session', async () => {
    const direct = await makeMigratedDatabase('PostgreSQL', { isDirect: true })
    const own = await openPostgres(direct.databaseUrl ?? '', { timeouts: SERVER_TIMEOUTS })
    expect(await settings(own)).toEqual([{ statement: '30s', lock: '10s', cost: '1.1' }])
    expect(await avoidsIndexes(own)).toBe(false)
    await own.destroy()
    await direct.remove()
  })
})
