import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { insertJobs } from '../jobs/job-store.ts'
import { onlyPostgres, openForEachTest } from '../testing/databases.ts'
import { openNetwork } from '../testing/silent-network.ts'
import { countWaiting } from '../testing/waiting-statements.ts'
import { liftTimeouts, lockUntilCommit, readSnapshot } from './db.ts'
import { assertWritable, MIGRATIONS, migrate, type NamedMigration } from './migrate.ts'
import { openPostgres, SERVER_TIMEOUTS } from './postgres.ts'

onlyPostgres(() => {
  const here = openForEachTest('PostgreSQL')
  const waits = () => vi.waitUntil(async () => (await countWaiting(here.db)) > 0, { timeout: 10_000 })

  test('while a snapshot keeps a migration waiting, running servers write', async () => {
    const updating = await openPostgres(here.databaseUrl ?? '')
    const [read, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const snapshot = readSnapshot(here.db, async (transaction) => {
      await liftTimeouts(transaction)
      await transaction.selectFrom('jobs').select('id').execute()
      read.resolve()
      await end.promise
    })
    await read.promise
    const up: NamedMigration[1]['up'] = async (db) => {
      await sql`alter table jobs add column note text`.execute(db)
    }
    const migration = migrate(updating, [...MIGRATIONS, ['9999-note', { up }]])
    await waits()
    await insertJobs(here.db, 'make-variants', ['a'])
    end.resolve()
    await Promise.all([snapshot, migration])
    expect((await sql`select subject, note from jobs`.execute(here.db)).rows).toEqual([{ subject: 'a', note: null }])
    await updating.destroy()
  })

  test('a trial write does not wait for a migration', async () => {
    await here.db.transaction().execute(async (transaction) => {
      await assertWritable(transaction)
      await assertWritable(here.db)
      expect(await countWaiting(here.db)).toBe(0)
    })
  })

  test('a server that vanishes with a lock delays the writes of others, and fails none', async () => {
    expect(SERVER_TIMEOUTS.idle_in_transaction_session_timeout).toBeLessThan(SERVER_TIMEOUTS.lock_timeout)
    const network = await openNetwork(here.databaseUrl ?? '')
    const vanishing = await openPostgres(`${network.url}?idle_in_transaction_session_timeout=500`)
    const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lost = vanishing.transaction().execute(async (transaction) => {
      await lockUntilCommit(transaction, 'history')
      network.silence()
      locked.resolve()
      await end.promise
    })
    await locked.promise
    await here.db.transaction().execute((transaction) => lockUntilCommit(transaction, 'history'))
    network.close()
    end.resolve()
    await expect(lost).rejects.toThrow()
    await vanishing.destroy()
  })
})
