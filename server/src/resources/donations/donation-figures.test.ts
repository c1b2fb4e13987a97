import { filterDonations, sortDonations, summarize } from '@sevadesk/contract/donation-figures.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donation-status.ts'
import { PERIODS, periodSpan } from '@sevadesk/contract/period.ts'
import { type Random, seededRandom } from '@sevadesk/demo/random.ts'
import { sql, type Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { eachDatabase, makeMigratedDatabase, onlyPostgres, openForEachTest } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { DonationFigures } from './donation-figures.ts'
import { listStretch, toDonation } from './donation-store.ts'

const CLOCK = { now: Date.parse('2026-11-21T12:00:00.000Z'), timeZone: 'Asia/Kolkata' }
const ALL = { status: 'all', span: undefined, sort: 'latest', page: 1, limit: 10 } as const

type PageWish = Parameters<Parameters<Parameters<DonationFigures['withSums']>[0]>[1]['findPage']>[0]

async function page(figures: DonationFigures, wish: PageWish) {
  return figures.withSums(async (snapshot, sums) => {
    const place = await sums.findPage(wish)
    const conditions = { status: wish.status, needles: [], searchIn: 'all' } as const
    const rows = await listStretch(snapshot, { ...place, conditions, sort: wish.sort })
    return { ids: rows.map(({ _id }) => _id), total: place.total, page: place.page }
  })
}

/** What the contract's rules say about the rows as they are, without any of our sums. */
async function byTheRules(db: Db) {
  const rows = await db.selectFrom('donations').selectAll().where('deleted_at', 'is', null).execute()
  const donations = rows.map(toDonation)
  return {
    summary: summarize(donations, CLOCK),
    page: ({ status, period, sort, page, limit }: Omit<PageWish, 'span'> & { period: (typeof PERIODS)[number] }) => {
      const all = sortDonations(filterDonations(donations, { status, period }, CLOCK), sort)
      const number = Math.min(page, Math.max(1, Math.ceil(all.length / limit)))
      const ids = all.slice((number - 1) * limit, number * limit).map(({ _id }) => _id)
      return { ids, total: all.length, page: number }
    },
  }
}

async function expectRight(db: Db, figures: DonationFigures, random: Random): Promise<void> {
  const rules = await byTheRules(db)
  expect(await figures.summarize(CLOCK)).toEqual(rules.summary)
  for (const status of STATUS_FILTERS) {
    const period = random.pick(PERIODS)
    const wish = {
      status,
      sort: random.pick(['latest', 'oldest']),
      page: random.whole(1, 9),
      limit: random.whole(1, 12),
    }
    const span = periodSpan(period, CLOCK.now, CLOCK.timeZone)
    expect(await page(figures, { ...wish, span })).toEqual(rules.page({ ...wish, period }))
  }
}

/** Many in the same moment and at the edges of India's days, months and years; statuses in any case. */
function anyDonation(random: Random) {
  const moments = [
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
  const anyMoment = new Date(CLOCK.now - random.between(0, 400) * 86_400_000).toISOString()
  const person = random.whole(1, 30)
  return {
    created_at: random.chance(0.5) ? random.pick(moments) : anyMoment,
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

  const figuresOf = (size: number) => new DonationFigures(db, { rowsPerBlock: size, donorsPerBlock: size })

  test('agree with the rules after every kind of change, by raw SQL too, from two servers at once', async () => {
    const random = seededRandom(20_261_121)
    // Two, so that each has to hear of what it did not look at for a while.
    const [one, other] = [figuresOf(4), figuresOf(7)]
    await expectRight(db, one, random)
    const ids: string[] = []
    for (let n = 0; n < 60; n += 1) ids.push((await buildDonation(db, anyDonation(random))).id)
    await expectRight(db, one, random)
    const anyId = () => ids[random.whole(0, ids.length - 1)] as string
    const change = (values: Updateable<Tables['donations']>) =>
      db.updateTable('donations').set(values).where('id', '=', anyId()).execute()

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
      await expectRight(db, one, random)
      if (round % 7 === 0) await expectRight(db, other, random)
    }
    await sql`delete from donations`.execute(db)
    await expectRight(db, one, random)
    await expectRight(db, other, random)
  })

  test('a change of one column alone is seen at once', async () => {
    const figures = figuresOf(4)
    await buildDonation(db, { amount: 100, created_at: '2026-11-05T00:00:00.000Z', donor_email: 'one@example.org' })
    const { id } = await buildDonation(db, {
      amount: 50,
      created_at: '2026-11-06T00:00:00.000Z',
      donor_email: 'two@example.org',
    })
    const BOTH = { totalAmount: 150, monthAmount: 150, count: 2, uniqueDonors: 2, hasOtherCurrency: false }
    for (const [change, figuresThen] of [
      [{ currency: 'USD' }, { ...BOTH, hasOtherCurrency: true }],
      [{ amount: 7 }, { ...BOTH, totalAmount: 107, monthAmount: 107 }],
      [{ status: 'failed' }, { ...BOTH, totalAmount: 100, monthAmount: 100 }],
      [{ created_at: '2026-10-06T00:00:00.000Z' }, { ...BOTH, monthAmount: 100 }],
      [{ donor_email: 'ONE@example.org' }, { ...BOTH, uniqueDonors: 1 }],
      [
        { deleted_at: '2026-11-07T00:00:00.000Z' },
        { ...BOTH, totalAmount: 100, monthAmount: 100, count: 1, uniqueDonors: 1 },
      ],
    ] as const) {
      const before = await db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(await figures.summarize(CLOCK)).toEqual(BOTH)
      await db.updateTable('donations').set(change).where('id', '=', id).execute()
      expect(await figures.summarize(CLOCK)).toEqual(figuresThen)
      const { n, search_donor, search_purpose, donor_key, ...written } = before
      await db.updateTable('donations').set(written).where('id', '=', id).execute()
    }
  })

  test('pages of donations of one moment neither repeat nor skip any, in both directions', async () => {
    const figures = figuresOf(8)
    for (let n = 0; n < 97; n += 1) await buildDonation(db, { created_at: '2026-11-21T00:00:00.000Z' })
    const walk = async (sort: 'latest' | 'oldest') => {
      const pages: Awaited<ReturnType<typeof page>>[] = []
      for (let number = 1; number <= 10; number += 1) pages.push(await page(figures, { ...ALL, sort, page: number }))
      expect(pages.map(({ ids, total }) => [ids.length, total])).toEqual([...Array(9).fill([10, 97]), [7, 97]])
      return pages.flatMap(({ ids }) => ids)
    }
    const latest = await walk('latest')
    expect(new Set(latest).size).toBe(97)
    expect(latest).toEqual([...latest].sort().reverse())
    expect(await walk('oldest')).toEqual(latest.toReversed())
    expect((await page(figures, { ...ALL, page: 1_000_000_000 })).page).toBe(10)
  })

  test('a transaction that is open counts nowhere, and counts once it has ended', async () => {
    const figures = new DonationFigures(db)
    await buildDonation(db)
    expect((await page(figures, ALL)).total).toBe(1)
    await db.transaction().execute(async (transaction) => {
      await buildDonation(transaction)
      expect((await page(figures, ALL)).total).toBe(1)
    })
    expect((await page(figures, ALL)).total).toBe(2)
    const failing = db.transaction().execute(async (transaction) => {
      await buildDonation(transaction)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect((await page(figures, ALL)).total).toBe(2)
  })

  test('what changes at ten thousand places at once is read anew', async () => {
    const figures = figuresOf(1)
    for (const year of [2023, 2024, 2025]) await buildDonation(db, { created_at: `${year}-01-01T00:00:00.000Z` })
    expect((await page(figures, ALL)).total).toBe(3)
    // Before all donations, and noted before the one that counts.
    await sql`
      with recursive hours (hour) as (select 1 union all select hour + 1 from hours where hour < 10000)
      insert into donation_changes (kind, place, version)
      select 'hour', '0' || hour, (select max(version) from donation_changes) + 1000 from hours`.execute(db)
    await buildDonation(db)
    await sql`update donation_changes set version = version + 2000 where place > '2026'`.execute(db)
    expect((await page(figures, ALL)).total).toBe(4)
  })
})

test('replacing rows on SQLite is noticed', async () => {
  const place = await makeMigratedDatabase('SQLite')
  const db = await openDatabase(place)
  const figures = new DonationFigures(db, { rowsPerBlock: 2, donorsPerBlock: 2 })
  const { id } = await buildDonation(db, { created_at: '2025-01-01T00:00:00.000Z', amount: 100 })
  for (let n = 0; n < 5; n += 1) await buildDonation(db, { amount: 1, donor_email: 'a@example.org' })
  expect(await figures.summarize(CLOCK)).toMatchObject({ count: 6, totalAmount: 105, uniqueDonors: 2 })
  await sql`insert or replace into donations (id, amount, currency, status, created_at, updated_at)
    values (${id}, 7, 'INR', 'captured', '2026-01-01T00:00:00.000Z', '')`.execute(db)
  expect(await figures.summarize(CLOCK)).toMatchObject({ count: 6, totalAmount: 12, uniqueDonors: 1 })
  await db.destroy()
  await place.remove()
})

onlyPostgres(() => {
  test('a transaction that began before and ends after one that was counted is not missed', async () => {
    const place = await makeMigratedDatabase('PostgreSQL')
    const db = await openDatabase(place)
    const figures = new DonationFigures(db)
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>()
    const early = db.transaction().execute(async (transaction) => {
      await buildDonation(transaction)
      begun()
      await mayEnd
    })
    await hasBegun
    await buildDonation(db)
    expect((await page(figures, ALL)).total).toBe(1)
    end()
    await early
    expect((await page(figures, ALL)).total).toBe(2)
    const small = new DonationFigures(db, { rowsPerBlock: 1 })
    expect((await page(small, ALL)).total).toBe(2)
    await db.destroy()
    await place.remove()
  })
})
