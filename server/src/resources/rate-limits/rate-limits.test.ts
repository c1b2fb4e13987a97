import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, openDatabaseBeside } from '../../db/database.ts'
import { anyDatabase, makeMigratedDatabase, onlyPostgres, openForEachTest } from '../../testing/databases.ts'
import { insertBackup } from '../backups/backup-store.ts'
import { isBackupRunning, LEASE_MS } from '../media-files/running-backup-store.ts'
import { countPublicCall } from './public-call-service.ts'
import { countAttempts, reserveAttempt } from './rate-limit-store.ts'

const config = { publicCallsPerHour: 3, receiptsPerHour: 3, messagesPerDay: 5, unpaidOrdersPerDay: 5 }

anyDatabase((engine) => {
  const here = openForEachTest(engine)

  /** Counts a message and returns what was logged. */
  async function countFrom(ip: string) {
    const warnings: string[] = []
    const log = { warn: (_details: object, text: string) => void warnings.push(text) }
    await countPublicCall({ db: here.db, config, log }, 'message', ip)
    return warnings
  }
  async function insertAttempts(key: string, count: number) {
    const expires_at = new Date(Date.now() + 7_200_000).toISOString()
    const rows = Array.from({ length: count }, (_, n) => ({ attempt_id: `${n}`, key, expires_at }))
    await here.db.insertInto('rate_limit_attempts').values(rows).execute()
  }

  test('refuses a network above ten times the calls of an address, and no other network', async () => {
    for (let n = 0; n < 50; n += 1) await countFrom(`2001:db8:1:${n}::1`)
    await expect(countFrom('2001:db8:1:ffff::1')).rejects.toThrow(
      'The site received too many requests from your network today. Please try again in 24 hours, or call the trust.',
    )
    await countFrom('2001:db8:2::1')
  })

  test('refuses an IPv6 provider above a hundred networks at their limit', async () => {
    await insertAttempts('message-range:2001:db8::/32', 4999)
    await countFrom('2001:db8:1::1')
    await expect(countFrom('2001:db8:2::1')).rejects.toMatchObject({ statusCode: 429 })
    await countFrom('2001:db9::1')
  })

  test('refuses nobody for the calls of others, and logs a warning', async () => {
    await insertAttempts('message-day', 498)
    expect(await countFrom('192.0.2.1')).toEqual([])
    for (const ip of ['198.51.100.1', '203.0.113.1']) {
      expect(await countFrom(ip)).toEqual(['unusually many calls from all addresses together'])
    }
  })

  test('makes nobody wait longer than one window after the clock was set back', async () => {
    const windowMs = 15 * 60_000
    const limits = [{ key: 'login:a', max: 2, windowMs }]
    for (let n = 0; n < 2; n += 1) await reserveAttempt(here.db, limits)
    const expires_at = '2036-11-22T10:00:00.000Z'
    await here.db.updateTable('rate_limit_attempts').set({ expires_at }).execute()
    expect(await reserveAttempt(here.db, limits)).toEqual({ retryAfterMs: windowMs, key: 'login:a' })
    const { first } = await here.db
      .selectFrom('rate_limit_attempts')
      .select(({ fn }) => fn.min('expires_at').as('first'))
      .executeTakeFirstOrThrow()
    expect(Math.abs(Date.parse(first) - Date.now() - windowMs)).toBeLessThan(60_000)
  })
})

onlyPostgres(() => {
  test('limits concurrent attempts through two servers on one database', async () => {
    const database = await makeMigratedDatabase('PostgreSQL')
    const servers = [await openDatabase(database), await openDatabaseBeside(database)]
    const limit = { key: 'message:192.0.2.1', max: 10, windowMs: 3_600_000 }
    const attempts = Array.from({ length: 20 }, () => servers.map((db) => reserveAttempt(db, [limit])))
    const rejected = (await Promise.all(attempts.flat())).filter((reservation) => 'retryAfterMs' in reservation)
    expect(rejected).toHaveLength(30)
    for (const db of servers) await db.destroy()
    await database.remove()
  })

  const here = openForEachTest('PostgreSQL')
  test('a server whose clock is ahead ends no limit of the others, and no backup', async () => {
    onTestFinished(() => void vi.useRealTimers())
    const limit = { key: 'login:a', max: 1, windowMs: 900_000 }
    await reserveAttempt(here.db, [limit])
    await insertBackup(here.db, {
      id: 'b',
      kind: 'manual',
      file: '/b.tar',
      aliveUntil: new Date(Date.now() + LEASE_MS),
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000_000 })
    await reserveAttempt(here.db, [{ ...limit, key: 'login:b' }])
    expect(await countAttempts(here.db, 'login:a')).toBe(1)
    expect(await isBackupRunning(here.db)).toBe(true)
    expect(await reserveAttempt(here.db, [limit])).toMatchObject({ key: 'login:a' })
  })
})
