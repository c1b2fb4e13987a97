import { expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { makeMigratedDatabase, onlyPostgres } from '../../testing/databases.ts'
import { reservePublicCall } from './public-call-store.ts'

onlyPostgres(() => {
  test('two servers on one database let no more through than one', async () => {
    const place = await makeMigratedDatabase('PostgreSQL')
    const servers = [await openDatabase(place), await openDatabase(place)]
    const call = { kind: 'message', address: '192.0.2.1' } as const
    const calls = Array.from({ length: 20 }, () => servers.map((db) => reservePublicCall(db, call, 10, new Date())))
    const refusals = (await Promise.all(calls.flat())).filter((refusal) => refusal !== undefined)
    expect(refusals).toHaveLength(30)
    for (const db of servers) await db.destroy()
    await place.remove()
  })
})
