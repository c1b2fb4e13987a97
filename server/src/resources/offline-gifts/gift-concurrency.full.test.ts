import { afterAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { CHEQUE, GIFTS, giftCalls } from '../../testing/gifts/gift-calls.ts'
import { paymentCalls } from '../../testing/gifts/payment-calls.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

const DAYS = ['2025-12-24', '2026-04-01']
const CONFIRMED = ['double', 'cash-limit', 'other-year', 'stale-cheque']
const ROUNDS = 6

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  const here = sharedTestApp({ engine, env: razorpay.env })
  const gifts = giftCalls(here)
  const { order, report } = paymentCalls(here, razorpay)

  /** Pays an order of a donor whom a desk also enters. */
  const pay = async (donorPhone: string) =>
    (await report(razorpay.addPayment({ order_id: await order({ donorName: 'Asha', donorPhone }) }))).statusCode

  /** Enters a gift of each mode, and then corrects, moves, deletes and restores them, all at once. */
  async function work(donorId: string): Promise<number[]> {
    const statuses: number[] = []
    for (const [at, gift] of GIFTS.entries()) {
      const receivedOn = DAYS[at % DAYS.length]
      const dates = { receivedOn, ...(gift.instrumentDate && { instrumentDate: receivedOn }) }
      const donor = gift.mode === 'collection' ? {} : { donorId }
      const { _id: id } = await gifts.add({ ...gift, ...dates, ...donor, confirmed: CONFIRMED })
      const changes = [
        gifts.tryChange(id, { amount: 700_00, confirmed: CONFIRMED }),
        gifts.tryChange(id, { receivedOn: DAYS[(at + 1) % DAYS.length], confirmed: CONFIRMED }),
        gifts.remove(id),
        gifts.restore(id),
        ...(gift.mode === CHEQUE.mode ? [gifts.tryMove(id, 'cleared', '2026-04-02')] : []),
        ...(gift.mode === CHEQUE.mode ? [gifts.tryMove(id, 'bounced', '2026-04-03')] : []),
      ]
      statuses.push(...(await Promise.all(changes)).map(({ statusCode }) => statusCode))
    }
    return statuses
  }

  test('two desks, webhooks and merges at once neither fail nor leave a gap in the numbers', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone = `987650000${round}`
      const [donor, same] = [await buildDonor(here.db, { phones: [phone] }), await buildDonor(here.db)]
      const webhooks = Promise.all(Array.from({ length: 12 }, (_, at) => pay(at % 2 === 0 ? phone : `98765100${at}0`)))
      const merge = gifts.merge(donor.id, same.id)
      const [first, second, paid, merged] = await Promise.all([work(donor.id), work(donor.id), webhooks, merge])
      expect([...new Set([...first, ...second])].every((status) => [200, 400, 404, 409].includes(status))).toBe(true)
      expect(new Set([...paid, merged.statusCode])).toEqual(new Set([200]))
    }
    for (const { id, amount, status, deleted_at } of await here.db.selectFrom('donations').selectAll().execute()) {
      const book = await gifts.bookOf(id)
      if (book.length === 0) continue
      const isOut = status === 'failed' || deleted_at !== null
      expect(book.reduce((sum, entry) => sum + Number(entry[2]), 0)).toBe(isOut ? 0 : amount)
    }
    const rows = await here.db.selectFrom('receipts').select(['series', 'number']).orderBy('number').execute()
    const bySeries = Map.groupBy(rows, ({ series }) => series)
    expect(bySeries.size).toBeGreaterThan(1)
    for (const numbers of bySeries.values()) {
      expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1))
    }
  })

  test('one of two gifts at once gets the leaf of a receipt book, and a double is warned of', async () => {
    const leaf = { mode: 'cash', amount: 100, receivedOn: DAYS[0], bookNumber: '1', leafNumber: '1' }
    const twice = await Promise.all([1, 2].map(() => gifts.tryAdd({ ...leaf, confirmed: CONFIRMED })))
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { id: donorId } = await buildDonor(here.db)
    const double = { mode: 'cash', amount: 200, receivedOn: DAYS[0], donorId, confirmed: ['other-year'] }
    const both = await Promise.all([1, 2].map(() => gifts.tryAdd(double)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})
