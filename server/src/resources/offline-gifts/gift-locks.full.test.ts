import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { Db } from '../../db/schema.ts'
import { onlyPostgres } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { CASH, giftCalls, newKey } from '../../testing/gifts/gift-calls.ts'
import { paymentCalls } from '../../testing/gifts/payment-calls.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { countWaiting } from '../../testing/waiting-statements.ts'
import { matchEarlierGifts } from '../donors/donor-service.ts'
import { lockDonors } from '../donors/donor-store.ts'
import { lockGift } from './offline-gift-store.ts'

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

/** Each test holds the donors, as a desk that saves a gift, and then takes what the other side must not hold yet. */
onlyPostgres(() => {
  const here = sharedTestApp({ engine: 'PostgreSQL', env: razorpay.env })
  const gifts = giftCalls(here)
  const { order, report, resolve } = paymentCalls(here, razorpay)
  afterEach(() => vi.restoreAllMocks())

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
    const order_id = await order({ donorName: 'Asha', donorPhone: '9876500001' })
    const [first, second] = [razorpay.addPayment({ order_id }), razorpay.addPayment({ order_id })]
    for (const payment of [first, second]) await report(payment)
    await here.db.updateTable('donations').set({ donor_id: null }).where('order_id', '=', order_id).execute()
    const recorded = await whileDonorsAreLocked(
      () => resolve(second, 'record'),
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
      const added = Promise.resolve(here.send('POST', '/deposit-slips', slip, { key: newKey() }))
      await expect.poll(() => countWaiting(here.db)).toBe(1)
      const response = Promise.resolve(gifts.merge(survivor.id, merged.id))
      await expect.poll(() => countWaiting(here.db)).toBe(2)
      return [added, response]
    })
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  test('a repeated call with a leaf of a receipt book gets the gift of the first call', async () => {
    // As two processes with one database, of which each has seen only its own calls. Not vi.mock():
    // test files share their modules, and would share the mock.
    const withoutMutex = vi.spyOn(KeyedMutex.prototype, 'runExclusive').mockImplementation((_key, run) => run())
    const key = newKey()
    const sent = { ...CASH, receivedOn: '2026-11-20', confirmed: ['other-year'], bookNumber: '7', leafNumber: '7' }
    const responses = await Promise.all([1, 2].map(() => gifts.tryAdd(sent, { key })))
    expect(withoutMutex).toHaveBeenCalled()
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(new Set(responses.map((response) => response.json().data._id)).size).toBe(1)
  })
})
