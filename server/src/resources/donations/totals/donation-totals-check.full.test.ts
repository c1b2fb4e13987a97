import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/schema.ts'
import { eachDatabase, openForEachTest } from '../../../testing/databases.ts'
import { buildDonation } from '../../../testing/factories.ts'
import { checkDonations, prepareTotals, rebuildDonations } from './donation-totals-service.ts'

const ZONE = 'Asia/Kolkata'
const NO_DIFFERENCES = { totals: [], donors: 0, columns: 0, search: 0 }

eachDatabase((engine) => {
  let db: Db
  const warnings: string[] = []
  const log = { warn: (_details: object, message: string) => warnings.push(message) }
  openForEachTest(engine, (newDb) => {
    db = newDb
    warnings.length = 0
  })

  const dayTotals = () =>
    db
      .selectFrom('donation_totals')
      .select(['period', 'count', 'amount'])
      .where('unit', '=', 'day')
      .where('count', '>', 0)
      .orderBy('period')
      .execute()

  test('reports a wrong total and repairs it', async () => {
    await buildDonation(db, { created_at: '2026-01-01T00:00:00.000Z', amount: 500 })
    expect(await checkDonations(db, ZONE)).toEqual(NO_DIFFERENCES)
    await sql`update donation_totals set amount = 1 where unit = 'day'`.execute(db)
    const difference = { unit: 'day', period: '2026-01-01', status: 'captured', currency: 'INR' }
    expect((await checkDonations(db, ZONE)).totals).toEqual([
      { ...difference, storedCount: 1, storedAmount: 1, actualCount: 1, actualAmount: 500 },
    ])
    await rebuildDonations(db, ZONE)
    expect(await checkDonations(db, ZONE)).toEqual(NO_DIFFERENCES)
  })

  test('reports a wrong grand total and repairs it at startup', async () => {
    if (engine === 'PostgreSQL') return
    await prepareTotals(db, ZONE, log)
    await buildDonation(db, { created_at: '2025-01-01T00:00:00.000Z', amount: 500 })
    await sql`update donation_grand_totals set amount = 1`.execute(db)
    const difference = { unit: 'all', period: '', status: 'captured', currency: 'INR' }
    expect((await checkDonations(db, ZONE)).totals).toEqual([
      { ...difference, storedCount: 1, storedAmount: 1, actualCount: 1, actualAmount: 500 },
    ])
    await prepareTotals(db, ZONE, log)
    expect(await checkDonations(db, ZONE)).toEqual(NO_DIFFERENCES)
  })

  test('finds and repairs missing totals, missing donors and outdated derived columns', async () => {
    const { id } = await buildDonation(db)
    await sql`delete from donation_totals`.execute(db)
    await sql`delete from donation_donors`.execute(db)
    await db.updateTable('donations').set({ donor_name: 'Somebody else' }).where('id', '=', id).execute()
    const found = await checkDonations(db, ZONE)
    expect([found.totals.length, found.donors, found.columns]).toEqual([2, 1, 1])
    await rebuildDonations(db, ZONE)
    expect(await checkDonations(db, ZONE)).toEqual(NO_DIFFERENCES)
  })

  test('repairs and logs wrong totals of recent days at startup', async () => {
    await prepareTotals(db, ZONE, log)
    await buildDonation(db)
    await sql`update donation_totals set count = 7`.execute(db)
    await prepareTotals(db, ZONE, log)
    expect(warnings).toHaveLength(2)
    expect(await checkDonations(db, ZONE)).toEqual(NO_DIFFERENCES)
    await prepareTotals(db, ZONE, log)
    expect(warnings).toHaveLength(2)
  })

  test('repairs the whole month in which the recent days begin', async () => {
    await prepareTotals(db, ZONE, log)
    const month = zonedDate(Date.now() - 35 * 86_400_000, ZONE).slice(0, 7)
    await buildDonation(db, { created_at: `${month}-01T12:00:00.000Z` })
    await sql`update donation_totals set count = 7`.execute(db)
    await prepareTotals(db, ZONE, log)
    expect(await checkDonations(db, ZONE)).toEqual(NO_DIFFERENCES)
  })

  test('recomputes all days at startup after TIME_ZONE has changed', async () => {
    await prepareTotals(db, ZONE, log)
    for (const time of ['18:29', '18:31'])
      await buildDonation(db, { created_at: `2026-01-01T${time}:00.000Z`, amount: 100 })
    expect(await dayTotals()).toEqual([
      { period: '2026-01-01', count: 1, amount: 100 },
      { period: '2026-01-02', count: 1, amount: 100 },
    ])
    await prepareTotals(db, 'UTC', log)
    expect(await dayTotals()).toEqual([{ period: '2026-01-01', count: 2, amount: 200 }])
    expect(await checkDonations(db, 'UTC')).toEqual(NO_DIFFERENCES)
    expect(warnings).toHaveLength(1)
  })

  test('finds and repairs differences after SQLite replaced a row without running triggers', async () => {
    if (engine === 'PostgreSQL') return
    const { id } = await buildDonation(db, { created_at: '2026-01-01T00:00:00.000Z' })
    await sql`insert or replace into donations (id, amount, currency, status, created_at, updated_at, local_day, search_donor, search_purpose)
      values (${id}, 7, 'INR', 'captured', '2026-01-01T00:00:00.000Z', '', '2026-01-01', '', '')`.execute(db)
    expect(await checkDonations(db, ZONE)).toMatchObject({ donors: 1, search: 1, columns: 1 })
    await rebuildDonations(db, ZONE)
    expect(await checkDonations(db, ZONE)).toEqual(NO_DIFFERENCES)
  })
})
