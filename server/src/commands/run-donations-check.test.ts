import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { StartError } from '../errors.ts'
import { makeMigratedDatabase, type TestDatabase } from '../testing/databases.ts'
import { buildDonation, TEST_TIME_ZONE } from '../testing/factories.ts'
import { runDonationsCheck } from './run-donations-check.ts'

let database: TestDatabase
let db: Db
let lines: string[]
beforeEach(async () => {
  database = await makeMigratedDatabase('SQLite')
  db = await openDatabase(database)
  lines = []
})
afterEach(async () => {
  await db.destroy()
  await database.remove()
})

const check = (options = { rebuild: false }) =>
  runDonationsCheck({ ...database, timeZone: TEST_TIME_ZONE }, options, (line) => lines.push(line))

test('reports the differences, and repairs them only with `rebuild`', async () => {
  await buildDonation(db, { created_at: '2026-01-01T00:00:00.000Z', amount: 50_000 })
  expect(await check()).toBe(true)
  await sql`update donation_totals set amount = 1 where unit = 'day'`.execute(db)
  await sql`update donation_grand_totals set amount = 1`.execute(db)
  await sql`update donation_totals_state set donors = 5`.execute(db)
  lines = []
  expect(await check()).toBe(false)
  expect(lines.slice(0, 3)).toEqual([
    'Total of all time, status captured, INR: 1 donations of 0.01; the months give 1 of 500.00.',
    'Total of 2026-01-01, status captured, INR: 1 donations of 0.01; the donations give 1 of 500.00.',
    'Donors with a wrong number of donations: 4.',
  ])
  expect(await check()).toBe(false)
  await expect(check({ rebuild: true })).rejects.toThrow('Another SevaDesk server is already using the data folder')
  await db.destroy()
  expect(await check({ rebuild: true })).toBe(true)
  expect(await check()).toBe(true)
  db = await openDatabase(database)
})

test('refuses totals of a time zone other than TIME_ZONE', async () => {
  await sql`update donation_totals_state set time_zone = 'UTC'`.execute(db)
  await expect(check()).rejects.toThrow('The totals are of the time zone UTC, and TIME_ZONE is Asia/Kolkata')
})

test('throws a StartError without a database', async () => {
  await expect(
    runDonationsCheck(
      { dataDir: '/nowhere', databaseUrl: undefined, timeZone: TEST_TIME_ZONE },
      { rebuild: false },
      () => undefined,
    ),
  ).rejects.toBeInstanceOf(StartError)
})
