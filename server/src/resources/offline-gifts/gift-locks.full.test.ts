import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { onlyPostgres } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { CASH, type GiftCalls, giftCalls } from '../../testing/gifts/gift-calls.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { matchEarlierGifts } from '../donors/donor-backfill-service.ts'
import { lockDonors } from '../donors/donor-store.ts'
import { lockGift } from './offline-gift-store.ts'

/** Each test holds the donors, as a desk that saves a gift, and then takes what the other side must not hold yet. */
onlyPostgres(() => {
  let razorpay: FakeRazorpay
  let here: TestApp
  let gifts: GiftCalls
  beforeAll(async () => {
    razorpay = await fakeRazorpay()
    here = await testApp({ engine: 'PostgreSQL', env: razorpay.env })
    gifts = await giftCalls(here)
  })
  afterAll(async () => {
    await here.close()
    await razorpay.close()
  })

  /** Runs `work` while another transaction holds the donors; that one runs `then` once `work` waits for it. */
  async function whileDonorsAreLocked<Result>(
    work: () => PromiseLike<Result>,
    then: (transaction: Db) => Promise<unknown>,
  ) {
    const { run } = await here.db.transaction().execute(async (transaction) => {
      await lockDonors(transaction)
      const run = Promise.resolve(work())
      await expect.poll(() => countWaiting(here.db)).toBe(1)
      await then(transaction)
      return { run }
    })
    return run
  }

  test('the search for donors of earlier gifts does not hold a gift by hand', async () => {
    await buildDonation(here.db, { donor_phone: '9876501234' })
    const { _id } = await gifts.add({ ...CASH, receivedOn: zonedDate(Date.now(), 'Asia/Kolkata') })
    await whileDonorsAreLocked(
      () => matchEarlierGifts(here),
      (desk) => lockGift(desk, _id),
    )
    expect((await gifts.donationOf(_id)).donor_id).toBeNull()
  })

  test('a held second payment waits for donors before it changes totals', async () => {
    const phone = '9876500001'
    const payload = { amount: 50_000, donorName: 'Asha', donorPhone: phone }
    const order = await here.app.inject({ method: 'POST', url: '/api/donate/order', payload })
    const { orderId } = order.json().data
    const [first, second] = [1, 2].map(() => razorpay.addPayment({ order_id: orderId }))
    for (const payment of [first, second]) {
      const delivery = razorpay.deliver('payment.captured', payment ?? {})
      await here.app.inject({ method: 'POST', url: '/api/donate/webhook', ...delivery })
    }
    const { id } = await here.db
      .updateTable('donations')
      .set({ donor_id: null })
      .where('order_id', '=', orderId)
      .returning('id')
      .executeTakeFirstOrThrow()
    const recorded = await whileDonorsAreLocked(
      () => gifts.send('POST', `/donate/${id}/held/${second?.id}/record`),
      (desk) => buildDonation(desk, { donor_name: 'Asha', donor_phone: '+919876500001', donor_email: null }),
    )
    expect(recorded.statusCode).toBe(200)
  })

  test('a deposit slip and a merge of donors lock gifts in the same order', async () => {
    const receivedOn = zonedDate(Date.now(), 'Asia/Kolkata')
    const [survivor, merged] = [await buildDonor(here.db), await buildDonor(here.db)]
    const first = await gifts.add({ ...CASH, receivedOn, donorId: merged.id })
    const between = await gifts.add({ ...CASH, receivedOn })
    const last = await gifts.add({ ...CASH, receivedOn, amount: 1_00, donorId: merged.id })
    // Moves the row behind the others.
    await gifts.change(first._id, { note: 'In a box' })
    const giftIds = [last, between, first].map(({ _id }) => _id)
    const slip = { giftIds, amount: 1_001_00, depositedOn: receivedOn, bankAccount: 'SBI' }
    const calls = await here.db.transaction().execute(async (transaction) => {
      await sql`select from donations where id = ${between._id} for update`.execute(transaction)
      const added = Promise.resolve(gifts.send('POST', '/deposit-slips', slip, { key: gifts.newKey() }))
      await expect.poll(() => countWaiting(here.db)).toBe(1)
      const merge = { mergedId: merged.id, take: [] }
      const response = Promise.resolve(gifts.send('POST', `/donors/${survivor.id}/merge`, merge))
      await expect.poll(() => countWaiting(here.db)).toBe(2)
      return [added, response]
    })
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })
})

/** Returns how many statements wait for a lock. */
async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select cast(count(*) as int) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
