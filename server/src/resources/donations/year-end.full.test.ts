import { CSV_COLUMNS } from '@sevadesk/contract/donations/donation-csv.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { GIFTS, giftCalls } from '../../testing/gifts/gift-calls.ts'
import { paymentCalls } from '../../testing/gifts/payment-calls.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

/** In the trust's zone, Asia/Kolkata. */
const LAST_SECOND = new Date('2026-03-31T23:59:59+05:30')
const FIRST_SECOND = new Date('2026-04-01T00:00:00+05:30')
const [MARCH, APRIL] = ['2026-03-31', '2026-04-01']

/** The days of each filter when the reports are read, in the first second of April. */
const FILTERS = {
  old: [`from=${MARCH}&to=${MARCH}`, 'from=2025-04-01&to=2026-03-31'],
  new: [`from=${APRIL}&to=${APRIL}`, 'from=2026-04-01&to=2027-03-31'],
}
const PERIODS = {
  old: ['last-financial-year', 'last-quarter', 'last-month'],
  new: ['financial-year', 'quarter', 'month', 'today'],
}
const CASES = (['old', 'new'] as const).flatMap((year) =>
  [...FILTERS[year], ...PERIODS[year].map((period) => `period=${period}`)].map((filter) => [year, filter] as const),
)

const UNQUOTED_COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/

interface Gift {
  id: string
  mode: string
  /** Different powers of two, so that a sum tells which gifts it contains; 0 in kind. */
  amount: number
  createdAt: Date
  receivedAt: Date
}

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  const here = sharedTestApp({ engine, env: razorpay.env, now: LAST_SECOND.getTime() })
  const calls = giftCalls(here)
  const payments = paymentCalls(here, razorpay)
  let donorId: string
  const gifts: Gift[] = []
  beforeAll(async () => {
    donorId = (await buildDonor(here.db, { phones: ['+919811122233'] })).id
    const late = await order()
    for (const [time, day] of [
      [LAST_SECOND, MARCH],
      [FIRST_SECOND, APRIL],
    ] as const) {
      vi.setSystemTime(time)
      for (const { mode } of GIFTS) await enter(mode, day, time)
      await capture(await order(), time)
    }
    await capture(late, FIRST_SECOND)
    for (const { id, mode } of gifts) if (mode === 'cheque' || mode === 'draft') await calls.move(id, 'cleared', APRIL)
  })

  let made = 0
  const nextAmount = () => {
    made += 1
    return 64 * 2 ** made
  }

  async function enter(mode: string, receivedOn: string, time: Date) {
    const sent = GIFTS.find((gift) => gift.mode === mode)
    const donor = mode === 'collection' ? null : donorId
    const amount = mode === 'in_kind' ? 0 : nextAmount()
    const dated = { receivedOn, ...(sent?.instrumentDate && { instrumentDate: MARCH }) }
    const { _id: id } = await calls.add({ ...sent, ...dated, amount: amount || undefined, donorId: donor })
    gifts.push({ id, mode, amount, createdAt: time, receivedAt: time })
  }

  async function order() {
    const amount = nextAmount()
    const orderId = await payments.order({ amount, donorName: 'Online', donorPhone: '9811122233' })
    return { orderId, amount, createdAt: new Date() }
  }

  async function capture({ orderId, amount, createdAt }: Awaited<ReturnType<typeof order>>, receivedAt: Date) {
    const payment = razorpay.addPayment({ order_id: orderId })
    expect((await payments.report(payment, 'payment.captured', { at: receivedAt })).statusCode).toBe(200)
    const { id } = await payments.donationOf(orderId)
    gifts.push({ id, mode: 'razorpay', amount, createdAt, receivedAt })
  }

  const isOld = (time: Date) => time.getTime() === LAST_SECOND.getTime()
  const orderedIn = (year: 'old' | 'new') => gifts.filter(({ createdAt }) => isOld(createdAt) === (year === 'old'))
  const receivedIn = (year: 'old' | 'new') => gifts.filter(({ receivedAt }) => isOld(receivedAt) === (year === 'old'))
  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted()
  const sumOf = (some: readonly Gift[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const get = async (path: string) => {
    const response = await here.send('GET', path)
    expect([path, response.statusCode]).toEqual([path, 200])
    return response
  }
  /** The cells of a column. No cell contains a quotation mark or a line break. */
  const columnOf = (csv: string, head: string) => {
    const [heads = [], ...rows] = csv
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(UNQUOTED_COMMA).map((cell) => cell.replaceAll('"', '')))
    return rows.map((cells) => cells[heads.indexOf(head)] ?? '')
  }

  test('there is a gift of each mode in both years, and a payment that was ordered in the last second', () => {
    expect(orderedIn('old')).toHaveLength(GIFTS.length + 2)
    expect(receivedIn('old')).toHaveLength(GIFTS.length + 1)
    expect(receivedIn('new')).toHaveLength(GIFTS.length + 2)
  })

  test.each(CASES)('list, figures and CSV of the %s year by the day of the order: %s', async (year, filter) => {
    const expected = orderedIn(year)
    const { data } = (await get(`/donate?${filter}&page=1&limit=100`)).json()
    expect(idsOf(data.map(({ _id }: { _id: string }) => ({ id: _id })))).toEqual(idsOf(expected))
    expect((await get(`/donate/summary/matches?${filter}`)).json().data).toMatchObject({
      ...{ count: expected.length, successfulCount: expected.length, successfulAmount: sumOf(expected) },
    })
    const csv = (await get(`/donate/export?${filter}`)).body
    expect(columnOf(csv, CSV_COLUMNS[0]).toSorted()).toEqual(idsOf(expected))
    const hours = new Set(columnOf(csv, 'Created At'))
    const online = year === 'old' ? `${MARCH} 23:59:59` : `${APRIL} 00:00:00`
    expect([...hours].toSorted()).toEqual([online, `${year === 'old' ? MARCH : APRIL} 12:00:00`].toSorted())
  })

  test.each(CASES)(
    'groups and the accountant’s export of the %s year by the day of receipt: %s',
    async (year, filter) => {
      const expected = receivedIn(year)
      const money = expected.filter(({ mode }) => mode !== 'in_kind')
      const sums = { count: money.length, amount: sumOf(money), inKind: 1 }
      const { rows, total } = (await get(`/donate/groups?by=month&${filter}`)).json().data
      expect(rows).toMatchObject([{ key: year === 'old' ? '2026-03' : '2026-04', ...sums }])
      expect(total).toMatchObject(sums)
      for (const by of ['mode', 'purpose', 'institution', 'collector'])
        expect((await get(`/donate/groups?by=${by}&${filter}`)).json().data.total).toMatchObject(sums)
      const csv = (await get(`/donate/accountant?${filter}`)).body
      expect(columnOf(csv, 'Donation ID').toSorted()).toEqual(idsOf(expected))
      expect(new Set(columnOf(csv, 'Received On'))).toEqual(new Set([year === 'old' ? MARCH : APRIL]))
    },
  )

  test('the series, the number and the day of a receipt are those of the day of receipt', async () => {
    for (const { id, mode, receivedAt } of gifts) {
      const rows = await here.db
        .selectFrom('receipts')
        .select(['series', 'snapshot'])
        .where('donation_id', '=', id)
        .execute()
      const year = isOld(receivedAt) ? '2025-26' : '2026-27'
      const said = rows.map(({ series, snapshot }) => [series, JSON.parse(snapshot).number.includes(year)])
      expect([mode, said]).toEqual([mode, mode === 'in_kind' || mode === 'collection' ? [] : [[year, true]]])
      if (mode === 'razorpay' || mode === 'cash')
        expect(JSON.parse(rows[0]?.snapshot ?? '').receiptDay).toBe(isOld(receivedAt) ? MARCH : APRIL)
    }
  })

  test('the donor’s totals by financial year', async () => {
    const sumsOf = (year: 'old' | 'new') => {
      const own = receivedIn(year).filter(({ mode }) => mode !== 'collection')
      return { count: own.length, amount: sumOf(own) }
    }
    expect((await get(`/donors/${donorId}`)).json().data.years).toEqual([
      { year: '2026-27', ...sumsOf('new') },
      { year: '2025-26', ...sumsOf('old') },
    ])
  })

  test('the cards: this month is April in its first second, and March a second before', async () => {
    const cards = async (now: Date) => {
      vi.setSystemTime(now)
      return (await get('/donate/summary')).json().data.monthAmount
    }
    expect(await cards(LAST_SECOND)).toBe(sumOf(orderedIn('old')))
    expect(await cards(FIRST_SECOND)).toBe(sumOf(orderedIn('new')))
  })

  test('the cash books: each gift by hand in that of its day; a closed one gets no more', async () => {
    const bookOf = async (day: string) => {
      const { data } = (await get(`/cash-book/${day}`)).json()
      return { ids: data.entries.map(({ giftId }: { giftId: string }) => giftId).toSorted(), amount: data.amount }
    }
    const byHand = (year: 'old' | 'new') => receivedIn(year).filter(({ mode }) => mode !== 'razorpay')
    for (const [day, year] of [[MARCH, 'old'] as const, [APRIL, 'new'] as const])
      expect(await bookOf(day)).toEqual({ ids: idsOf(byHand(year)), amount: sumOf(byHand(year)) })
    expect((await here.send('POST', `/cash-book/${MARCH}/close`)).statusCode).toBe(200)
    const late = await calls.add({ ...GIFTS[0], receivedOn: MARCH, donorId, confirmed: ['other-year'] })
    expect((await bookOf(MARCH)).ids).toEqual(idsOf(byHand('old')))
    expect((await bookOf(APRIL)).ids).toContain(late._id)
    expect(late.receipts[0]?.number).toContain('2025-26')
  })
})
