import { expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import { anyDatabase, makeMigratedDatabase, onlyPostgres, openForEachTest } from '../../testing/databases.ts'
import { reserveAttempt } from './rate-limit-store.ts'

anyDatabase((engine) => {
  let db: Db
  openForEachTest(engine, (opened) => {
    db = opened
  })

  test('makes nobody wait longer than one window after the clock was set back', async () => {
    const windowMs = 15 * 60_000
    const limits = [{ key: 'login:a', max: 2, windowMs }]
    const [now, ahead] = [new Date('2026-11-22T10:00:00.000Z'), new Date('2036-11-22T10:00:00.000Z')]
    for (let n = 0; n < 2; n += 1) await reserveAttempt(db, limits, ahead)
    expect(await reserveAttempt(db, limits, now)).toEqual({ retryAfterMs: windowMs, key: 'login:a' })
    const soon = new Date(now.getTime() + windowMs - 1000)
    expect(await reserveAttempt(db, limits, soon)).toEqual({ retryAfterMs: 1000, key: 'login:a' })
    const later = new Date(now.getTime() + windowMs)
    expect(await reserveAttempt(db, limits, later)).toEqual({ attemptId: expect.any(String) })
  })
})

onlyPostgres(() => {
  test('limits concurrent attempts through two servers on one database', async () => {
    const database = await makeMigratedDatabase('PostgreSQL')
    const servers = [await openDatabase(database), await openDatabase(database)]
    const limit = { key: 'message:192.0.2.1', max: 10, windowMs: 3_600_000 }
    const attempts = Array.from({ length: 20 }, () => servers.map((db) => reserveAttempt(db, [limit], new Date())))
    const rejected = (await Promise.all(attempts.flat())).filter((reservation) => 'retryAfterMs' in reservation)
    expect(rejected).toHaveLength(30)
    for (const db of servers) await db.destroy()
    await database.remove()
  })
})
