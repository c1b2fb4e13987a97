import { filterDonations, sortDonations, summarize } from '@sevadesk/contract/donations/donation-figures.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donations/donation-status.ts'
import { PERIODS } from '@sevadesk/contract/donations/period.ts'
import { type Random, seededRandom } from '@sevadesk/demo/random.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation, type DonationRow, updateDonation } from '../../testing/factories.ts'
import { readFilter } from './donation-filter-service.ts'
import { findPage, summarizeDonations } from './donation-list-service.ts'
import { toDonation } from './donation-store.ts'

const CLOCK = { now: Date.parse('2026-11-21T12:00:00.000Z'), timeZone: 'Asia/Kolkata' }

/** Compares the summary and some pages with the contract's rules. */
async function expectRight(db: Db, random: Random): Promise<void> {
  const rows = await db.selectFrom('donations').selectAll().where('deleted_at', 'is', null).execute()
  const donations = rows.map(toDonation)
  expect(await summarizeDonations(db, CLOCK)).toEqual(summarize(donations, CLOCK))
  for (const status of STATUS_FILTERS) {
    const period = random.pick(PERIODS)
    const sort = random.pick(['latest', 'oldest'] as const)
    const [page, limit] = [random.whole(1, 9), random.whole(1, 12)]
    const all = sortDonations(filterDonations(donations, { status, period }, CLOCK), sort)
    const existing = Math.min(page, Math.max(1, Math.ceil(all.length / limit)))
    const selection = await readFilter(db, { status, period }, 'createdAt', CLOCK)
    expect(await findPage(db, selection, { sort, page, limit })).toEqual({
      rows: all.slice((existing - 1) * limit, existing * limit),
      total: all.length,
      isCapped: false,
      page: existing,
    })
  }
}

/**
 * Many share a time or lie at the ends of India's days, months and years. Statuses vary in case.
 */
function anyDonation(random: Random) {
  const times = [
    '2025-12-31T18:29:59.999Z',
    '2025-12-31T18:30:00.000Z',
    '2026-10-31T18:29:59.999Z',
    '2026-10-31T18:30:00.000Z',
    '2026-11-14T18:30:00.000Z',
    '2026-11-20T18:29:59.999Z',
    '2026-11-20T18:30:00.000Z',
    '2026-11-21T18:29:59.999Z',
    '2026-11-21T18:30:00.000Z',
    '2026-11-30T18:30:00.000Z',
    '2026-12-31T18:30:00.000Z',
  ] as const
  const anyTime = new Date(CLOCK.now - random.between(0, 400) * 86_400_000).toISOString()
  const person = random.whole(1, 30)
  return {
    created_at: random.chance(0.5) ? random.pick(times) : anyTime,
    status: random.pick(['captured', 'AUTHORIZED', 'authorized', 'Failed', 'pending', 'created', 'refunded', '', null]),
    amount: random.whole(1, 10_000_00),
    currency: random.pick(['INR', 'inr ', '', 'INR']),
    donor_email: random.chance(0.4) ? `Person-${person}@Example.org` : null,
    donor_phone: random.chance(0.4) ? `+91 98765 000${person}` : null,
    donor_name: random.pick([null, `नाम ${person}`, '𝒜stral', '\ue000private', 'Ö']),
  }
}

eachDatabase((engine) => {
  let db: Db
  openForEachTest(engine, (newDb) => {
    db = newDb
  })

  test("figures and pages agree with the contract's rules after every kind of change", async () => {
    const random = seededRandom(20_261_121)
    await expectRight(db, random)
    const ids: string[] = []
    for (let n = 0; n < 60; n += 1) ids.push((await buildDonation(db, anyDonation(random))).id)
    await expectRight(db, random)
    const anyId = () => ids[random.whole(0, ids.length - 1)] as string
    const change = (values: Partial<DonationRow>) => updateDonation(db, anyId(), values)

    for (let round = 0; round < 40; round += 1) {
      const { status, amount, currency, created_at, donor_email, donor_phone, donor_name } = anyDonation(random)
      await random.pick([
        () => change({ status }),
        () => change({ amount, currency: 'usd' }),
        () => change({ currency, status: 'captured' }),
        () => change({ currency: 'USD' }),
        () => change({ created_at }),
        () => change({ donor_email, donor_phone, donor_name }),
        () => change({ deleted_at: '2026-11-21T00:00:00.000Z' }),
        () => change({ deleted_at: null }),
        () => db.deleteFrom('donations').where('id', '=', anyId()).execute(),
        () => sql`update donations set amount = amount + 1 where created_at < '2026-01-01'`.execute(db),
        async () => ids.push((await buildDonation(db, anyDonation(random))).id),
      ])()
      await expectRight(db, random)
    }
    await sql`delete from donations`.execute(db)
    await expectRight(db, random)
  })

  test('figures reflect a change of a single column at once', async () => {
    await buildDonation(db, { amount: 100, created_at: '2026-11-05T00:00:00.000Z', donor_email: 'one@example.org' })
    const { id, ...before } = await buildDonation(db, {
      amount: 50,
      created_at: '2026-11-06T00:00:00.000Z',
      donor_email: 'two@example.org',
    })
    const BOTH = {
      ...{ totalAmount: 150, monthAmount: 150, count: 2, uniqueDonors: 2, hasOtherCurrency: false },
      ...{ successfulCount: 2, statuses: ['authorized'] },
    }
    const oneSuccessful = { totalAmount: 100, monthAmount: 100, successfulCount: 1 }
    for (const [change, expected] of [
      [{ currency: 'USD' }, { ...BOTH, hasOtherCurrency: true }],
      [{ amount: 7 }, { ...BOTH, totalAmount: 107, monthAmount: 107 }],
      [{ status: 'failed' }, { ...BOTH, ...oneSuccessful, statuses: ['authorized', 'failed'] }],
      [{ status: 'Cancelled' }, { ...BOTH, ...oneSuccessful, statuses: ['authorized', 'cancelled'] }],
      [{ status: null }, { ...BOTH, ...oneSuccessful, statuses: ['authorized', 'unknown'] }],
      [{ created_at: '2026-10-06T00:00:00.000Z' }, { ...BOTH, monthAmount: 100 }],
      [{ donor_email: 'ONE@example.org' }, { ...BOTH, uniqueDonors: 1 }],
      [{ deleted_at: '2026-11-07T00:00:00.000Z' }, { ...BOTH, ...oneSuccessful, count: 1, uniqueDonors: 1 }],
    ] as const) {
      expect(await summarizeDonations(db, CLOCK)).toEqual(BOTH)
      await updateDonation(db, id, change)
      expect(await summarizeDonations(db, CLOCK)).toEqual(expected)
      await updateDonation(db, id, before)
    }
  })

  test('pages neither repeat nor skip donations with the same time', async () => {
    for (let n = 0; n < 97; n += 1) await buildDonation(db, { created_at: '2026-11-21T00:00:00.000Z' })
    const walk = async (sort: 'latest' | 'oldest') => {
      const ids: string[] = []
      for (let page = 1; page <= 10; page += 1) {
        const { rows, total } = await findPage(db, { words: [] }, { sort, page, limit: 10 })
        expect([rows.length, total]).toEqual([page < 10 ? 10 : 7, 97])
        ids.push(...rows.map(({ _id }) => _id))
      }
      return ids
    }
    const latest = await walk('latest')
    expect(new Set(latest).size).toBe(97)
    expect(latest).toEqual([...latest].sort().reverse())
    expect(await walk('oldest')).toEqual(latest.toReversed())
    expect((await findPage(db, { words: [] }, { sort: 'latest', page: 1_000_000_000, limit: 10 })).page).toBe(10)
  })

  test('figures count a donation only after its commit, never after a rollback', async () => {
    const count = async () => (await summarizeDonations(db, CLOCK)).count
    await buildDonation(db)
    await db.transaction().execute(async (transaction) => {
      await buildDonation(transaction)
      expect(await count()).toBe(1)
    })
    expect(await count()).toBe(2)
    const failing = db.transaction().execute(async (transaction) => {
      await buildDonation(transaction)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await count()).toBe(2)
  })
})
