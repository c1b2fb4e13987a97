import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../testing/databases.ts'
import { buildEvent } from '../testing/factories.ts'
import { type Db, readSnapshot, type Tables } from './db.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  const titles = async (handle: Db) =>
    (await handle.selectFrom('events').select('title').orderBy('title').execute()).map(({ title }) => title)

  test('a snapshot does not see rows that are committed after it began', async () => {
    await buildEvent(here.db, { title: 'a' })
    await readSnapshot(here.db, async (snapshot) => {
      expect(await titles(snapshot)).toEqual(['a'])
      await buildEvent(here.db, { title: 'b' })
      expect(await titles(snapshot)).toEqual(['a'])
      expect(await titles(here.db)).toEqual(['a', 'b'])
    })
    expect(await readSnapshot(here.db, titles)).toEqual(['a', 'b'])
  })

  test('does not wait for an open transaction, even with eight snapshots at once', async () => {
    await here.db.transaction().execute(async (transaction) => {
      await buildEvent(transaction, { title: 'not yet' })
      const seen = await Promise.all(Array.from({ length: 8 }, () => readSnapshot(here.db, titles)))
      expect(seen.flat()).toEqual([])
    })
    expect(await readSnapshot(here.db, titles)).toEqual(['not yet'])
  })

  test('a snapshot refuses writes and leaves no transaction open after a failure', async () => {
    await expect(readSnapshot(here.db, async (snapshot) => buildEvent(snapshot))).rejects.toThrow(/read-?only/)
    await buildEvent(here.db, { title: 'written' })
    expect(await readSnapshot(here.db, titles)).toEqual(['written'])
  })

  if (engine === 'PostgreSQL') return
  test('waits while another program keeps readers off', async () => {
    // With a write-ahead log only a recovery or a checkpoint at closing does, for a moment.
    await here.db.destroy()
    const file = join(here.dataDir, 'sevadesk.sqlite')
    const unread = new Kysely<Tables>({ dialect: sqliteDialect(file, () => undefined) })
    await sql`pragma journal_mode = delete`.execute(unread)
    const other = new DatabaseSync(file)
    other.exec('begin exclusive')
    const reading = readSnapshot(unread, titles)
    await setImmediate()
    other.close()
    expect(await reading).toEqual([])
    await unread.destroy()
  })
})
