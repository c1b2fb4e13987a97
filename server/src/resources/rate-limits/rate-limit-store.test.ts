import { expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { makeMigratedDatabase, onlyPostgres } from '../../testing/databases.ts'
import { reserveAttempt } from './rate-limit-store.ts'

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
