import { afterAll, beforeEach, expect, test } from 'vitest'
import { isPostgres } from '../../db/db.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { giftCalls, newKey } from '../../testing/gifts/gift-calls.ts'
import { paymentCalls } from '../../testing/gifts/payment-calls.ts'
import { ownTestApp, type SharedApp, sharedTestApp } from '../../testing/shared-app.ts'
import { lockDonors } from '../donors/donor-store.ts'

const ORDERED = 50_000
const DONOR = { donorName: 'Asha Rao', donorPhone: '98765 43210', purpose: 'Gau Seva' }
const PHONE = '+919876543210'

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())
beforeEach(() => {
  razorpay.trouble = undefined
})

eachDatabase((engine) => {
  const here = sharedTestApp({ engine, env: { ...razorpay.env, UNPAID_ORDERS_PER_DAY: '1000' } })
  const { order, report, resolve, donationOf, receiptsOf, heldPayments, ...calls } = paymentCalls(here, razorpay)
  const isListed = async (paymentId: string) =>
    (await heldPayments()).some((held: { paymentId: string }) => held.paymentId === paymentId)
  const entriesOf = async (orderId: string, action: string) =>
    (await calls.entriesOf(orderId)).filter((entry) => entry.action === action)
  const paidBy = (paymentId: string) =>
    here.db.selectFrom('donations').selectAll().where('payment_id', '=', paymentId).execute()
  /** A held payment whose amount is not that of its order. */
  async function otherAmount(fields: object = {}) {
    const payment = razorpay.addPayment({ order_id: await order(DONOR), amount: 70_000, ...fields })
    await report(payment)
    return payment
  }
  /** The second payment of a paid order, and the first. */
  async function secondPayment() {
    const first = razorpay.addPayment({ order_id: await order(DONOR) })
    await report(first)
    const second = razorpay.addPayment({ order_id: first.order_id, amount: 30_000 })
    await report(second)
    return { first, second }
  }

  test('lists open held payments with reason, amounts and donor, by pages', async () => {
    await here.db.deleteFrom('held_payments').execute()
    const payment = await otherAmount()
    const { second } = await secondPayment()
    const page = await here.read('/donate/held')
    expect(page).toMatchObject({ success: true, total: 2, isCapped: false, page: 1 })
    // Both may be of the same second.
    expect(page.data.toSorted((a: { amount: number }, b: { amount: number }) => b.amount - a.amount)).toEqual([
      {
        paymentId: payment.id,
        donationId: (await donationOf(payment.order_id)).id,
        reason: 'amount-differs',
        amount: 70_000,
        currency: 'INR',
        orderedAmount: ORDERED,
        orderedCurrency: 'INR',
        isDisputed: false,
        donorName: 'Asha Rao',
        donorEmail: null,
        donorPhone: PHONE,
        heldAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ paymentId: second.id, reason: 'order-paid' }),
    ])
    expect((await here.read('/donate/summary')).heldPayments).toBe(2)
    expect((await here.read('/donate/held?page=2&limit=1')).data).toHaveLength(1)
  })

  test.each([{ amount: 70_000 }, { amount: ORDERED, currency: 'USD' }])(
    'records a payment of %j with a receipt, and records it',
    async (fields) => {
      const payment = await otherAmount(fields)
      const answer = await resolve(payment, 'record')
      expect([answer.statusCode, answer.json().message]).toEqual([200, 'The payment has been recorded.'])
      const donation = await donationOf(payment.order_id)
      expect(donation).toMatchObject({ ...fields, status: 'captured', payment_id: payment.id, held_payment_id: null })
      const [receipt] = await receiptsOf(payment.order_id)
      expect(JSON.parse(receipt?.snapshot ?? '')).toMatchObject(fields)
      const [entry] = await entriesOf(payment.order_id, 'payment.recorded')
      expect(entry).toMatchObject({ actorId: here.staff.admin.id, username: here.staff.admin.username })
      expect(entry?.details).toMatchObject({
        paymentId: payment.id,
        amount: payment.amount,
        ordered: { amount: ORDERED, currency: 'INR' },
      })
      expect(await isListed(payment.id)).toBe(false)
      const found = await here.read(`/donate?page=1&limit=10&search=${payment.amount / 100}`)
      expect(found.total).toBeGreaterThan(0)
      // Later reports find the payment recorded.
      await report(payment, 'order.paid')
      await report({ ...payment, status: 'refunded', amount_refunded: payment.amount }, 'refund.processed')
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'refunded', held_payment_id: null })
      expect(await isListed(payment.id)).toBe(false)
    },
  )

  test('records the second payment of a paid order as a donation of its own', async () => {
    const { first, second } = await secondPayment()
    // A merge of donors that runs meanwhile would wait for the donation of the order.
    const record = async () => expect((await resolve(second, 'record')).statusCode).toBe(200)
    if (isPostgres(here.db)) await here.db.transaction().execute((merge) => lockDonors(merge).then(record))
    else await record()
    const { donor_id } = await donationOf(first.order_id)
    expect(donor_id).not.toBeNull()
    expect(await donationOf(first.order_id)).toMatchObject({
      payment_id: first.id,
      amount: ORDERED,
      held_payment_id: null,
    })
    const [separate] = await paidBy(second.id)
    expect(separate).toMatchObject({
      ...{ donor_name: 'Asha Rao', donor_phone: PHONE, purpose: 'Gau Seva', donor_id },
      ...{ amount: 30_000, status: 'captured', order_id: null, receipt_number: expect.any(String) },
    })
    await report(second, 'order.paid')
    await report({ ...second, status: 'refunded', amount_refunded: 30_000 }, 'refund.processed')
    const refunded = { status: 'refunded', receipt_number: separate?.receipt_number }
    expect(await paidBy(second.id)).toMatchObject([refunded])
    expect(await donationOf(first.order_id)).toMatchObject({ status: 'captured', held_payment_id: null })
  })

  test('records a payment of a failed order, with the amount that Razorpay reports now', async () => {
    const payment = await otherAmount()
    await here.db.updateTable('donations').set({ status: 'failed' }).where('order_id', '=', payment.order_id).execute()
    razorpay.addPayment({ ...payment, amount: 80_000 })
    expect((await resolve(payment, 'record')).statusCode).toBe(200)
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', amount: 80_000 })
  })

  test('marks a payment as refunded only once Razorpay says so, and records it', async () => {
    for (const payment of [await otherAmount(), (await secondPayment()).second]) {
      for (const amount_refunded of [0, payment.amount - 1]) {
        razorpay.addPayment({ ...payment, amount_refunded })
        const sentence = 'Razorpay has not refunded this payment in full. Refund it on Razorpay’s dashboard first.'
        const refused = await resolve(payment, 'refunded')
        expect([refused.statusCode, refused.json().message]).toEqual([409, sentence])
        expect(await isListed(payment.id)).toBe(true)
      }
      const before = await donationOf(payment.order_id)
      razorpay.addPayment({ ...payment, status: 'refunded', amount_refunded: payment.amount })
      expect((await resolve(payment, 'refunded')).statusCode).toBe(200)
      const { status, amount, payment_id } = before
      expect(await donationOf(payment.order_id)).toMatchObject({ status, amount, payment_id, held_payment_id: null })
      expect(await isListed(payment.id)).toBe(false)
      const [entry] = await entriesOf(payment.order_id, 'payment.marked-refunded')
      expect(entry).toMatchObject({ actorId: here.staff.admin.id, details: { paymentId: payment.id } })
    }
  })

  test.each([
    ['authorized', { status: 'authorized', captured: false }],
    ['refunded', { status: 'refunded', amount_refunded: 70_000 }],
    ['failed', { status: 'failed', captured: false }],
  ])('does not record a payment that Razorpay reports as %s', async (_status, now) => {
    const payment = await otherAmount()
    razorpay.addPayment({ ...payment, ...now })
    expect((await resolve(payment, 'record')).statusCode).toBe(409)
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'created', amount: ORDERED })
  })

  test('closes a payment that has paid another donation, without a second donation', async () => {
    const payment = razorpay.addPayment({ order_id: await order(DONOR) })
    await report(payment)
    const other = razorpay.addPayment({ ...payment, order_id: await order(DONOR) })
    await report(other)
    expect(await isListed(payment.id)).toBe(true)
    expect((await resolve(other, 'record')).statusCode).toBe(200)
    expect(await isListed(payment.id)).toBe(false)
    const paid = await paidBy(payment.id)
    expect(paid).toEqual([await donationOf(payment.order_id)])
    expect(await donationOf(other.order_id)).toMatchObject({ status: 'created', held_payment_id: null })
    const [entry] = await entriesOf(other.order_id, 'payment.recorded')
    expect(entry?.details).toMatchObject({ recordedAs: paid[0]?.id })
  })

  test('does not record a payment that an unpaid donation names', async () => {
    const payment = razorpay.addPayment({ order_id: await order(DONOR) })
    await buildDonation(here.db, { status: 'pending', payment_id: payment.id })
    await report(payment)
    const refused = await resolve(payment, 'record')
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('unpaid')])
    expect(await isListed(payment.id)).toBe(true)
  })

  test('returns the first response for a repeated key, one after another or at once', async () => {
    const { second } = await secondPayment()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 3 }, () => resolve(second, 'record', { key })))
    answers.push(await resolve(second, 'record', { key }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await paidBy(second.id)).toHaveLength(1)
  })

  test.each([500, 400, 'break before'] as const)('changes nothing when Razorpay fails: %s', async (trouble) => {
    const payment = await otherAmount()
    razorpay.trouble = trouble
    for (const way of ['record', 'refunded'] as const) expect((await resolve(payment, way)).statusCode).toBe(502)
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'created', held_payment_id: payment.id })
  })

  test('resolves a payment once for concurrent calls, and returns 404 for what is not held', async () => {
    const payment = await otherAmount()
    const answers = await Promise.all(Array.from({ length: 5 }, () => resolve(payment, 'record')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404])
    expect(await receiptsOf(payment.order_id)).toHaveLength(1)
    const { id } = await donationOf(payment.order_id)
    for (const path of [`${id}/held/pay_none`, `${id}/held/%00`, `none/held/${payment.id}`, `%00/held/${payment.id}`]) {
      const answer = await here.send('POST', `/donate/${path}/record`, undefined, { language: 'hi' })
      expect([answer.statusCode, answer.json().message]).toEqual([404, expect.stringMatching(/^ऐसा कोई रुका हुआ भुगतान/)])
    }
  })
})

/** A server of the test's own, as donors are found by their phones. */
async function ownCalls(env: Record<string, string> = {}) {
  const own = await ownTestApp({ env: { ...razorpay.env, ...env } })
  return { own, setRule: giftCalls(own).setRule, ...paymentCalls(own, razorpay) }
}
const buildForeigner = ({ db }: SharedApp) => buildDonor(db, { phones: [PHONE], citizenship: 'foreign' })
const FOREIGN_CARD = { method: 'card', international: true }

/** Pays an order, and returns the payment and the donation. */
async function pay(
  { order, report, donationOf }: ReturnType<typeof paymentCalls>,
  donorPhone: string | null,
  { stated = {}, reported = {} } = {},
) {
  const payment = razorpay.addPayment({
    order_id: await order({ donorName: 'Asha', donorPhone, ...stated }),
    ...reported,
  })
  await report(payment)
  return { payment, donation: await donationOf(payment.order_id) }
}

test('a paid gift gets its donor in the transaction of the capture, an unpaid or anonymous one none', async () => {
  const { own, order, ...calls } = await ownCalls()
  const gifts: { donor_id: string | null }[] = []
  for (const phone of [PHONE, '098765 43210', null]) gifts.push((await pay({ order, ...calls }, phone)).donation)
  const [first, second, anonymous] = gifts
  expect(first?.donor_id).not.toBeNull()
  expect([second?.donor_id, anonymous?.donor_id]).toEqual([first?.donor_id, null])
  await order({ donorPhone: '9999999999' })
  expect(await own.db.selectFrom('donors').select('name').execute()).toEqual([{ name: 'Asha' }])
})

test('holds the gift of a foreign donor until a person records it, also once the donor is no longer foreign', async () => {
  const { own, ...calls } = await ownCalls()
  const donor = await buildForeigner(own)
  for (const isStillForeign of [true, false]) {
    const { payment, donation } = await pay(calls, PHONE)
    const unpaid = { status: 'created', receipt_number: null, donor_id: null }
    expect(donation).toMatchObject({ ...unpaid, held_payment_id: payment.id })
    expect(await calls.heldPayments()).toMatchObject([{ reason: 'foreign-donor' }])
    if (!isStillForeign) await own.send('PUT', `/donors/${donor.id}`, { citizenship: 'indian' })
    await calls.report(payment, 'order.paid')
    expect(await calls.donationOf(payment.order_id)).toMatchObject({ ...unpaid, held_payment_id: payment.id })
    expect((await calls.resolve(payment, 'record')).statusCode).toBe(200)
    const recorded = await calls.donationOf(payment.order_id)
    expect(recorded).toMatchObject({ status: 'captured', held_payment_id: null, donor_id: donor.id })
    expect(recorded.receipt_number).not.toBeNull()
  }
})

test.each([
  ['a donor who states to be foreign', { stated: { donorCitizenship: 'foreign' } }, 'foreign-donor', 'foreign'],
  ['a card issued abroad', { reported: FOREIGN_CARD }, 'foreign-card', 'unknown'],
])('holds the gift of %s until a person records it, or FCRA is set', async (_name, options, reason, citizenship) => {
  const { own, setRule, ...calls } = await ownCalls()
  const { payment } = await pay(calls, PHONE, options)
  expect(await calls.heldPayments()).toMatchObject([{ paymentId: payment.id, reason }])
  await setRule({ fcra: { number: '231660000', date: '2020-01-01' } })
  await calls.report(payment, 'order.paid')
  expect(await calls.donationOf(payment.order_id)).toMatchObject({ status: 'created', donor_id: null })
  expect((await calls.resolve(payment, 'record')).statusCode).toBe(200)
  expect(await calls.donationOf(payment.order_id)).toMatchObject({ status: 'captured' })
  expect(await own.db.selectFrom('donors').select('citizenship').execute()).toEqual([{ citizenship }])
  expect((await pay(calls, '9876500000', options)).donation.status).toBe('captured')
})

test.each([
  ['marked as refunded', 'refunded', 'created'],
  ['recorded', 'record', 'captured'],
])('a foreign card that Razorpay reports after the authorization is held, then %s', async (_name, step, status) => {
  const calls = await ownCalls()
  const payment = razorpay.addPayment({ order_id: await calls.order(), ...FOREIGN_CARD })
  razorpay.trouble = 500
  expect((await calls.verify(razorpay.proofOf(payment))).json().data.status).toBe('authorized')
  razorpay.trouble = undefined
  await calls.report(payment)
  const held = { status: 'created', payment_id: null, held_payment_id: payment.id }
  expect(await calls.donationOf(payment.order_id)).toMatchObject(held)
  if (step === 'refunded') razorpay.addPayment({ ...payment, status: 'refunded', amount_refunded: ORDERED })
  expect((await calls.resolve(payment, step)).statusCode).toBe(200)
  expect(await calls.donationOf(payment.order_id)).toMatchObject({ status, held_payment_id: null })
})

test('a foreign card whose authorized payment is reported as refunded at once leaves the gift unpaid', async () => {
  const calls = await ownCalls()
  const payment = razorpay.addPayment({ order_id: await calls.order(), ...FOREIGN_CARD })
  razorpay.trouble = 500
  await calls.verify(razorpay.proofOf(payment))
  razorpay.trouble = undefined
  await calls.report({ ...payment, status: 'refunded', amount_refunded: ORDERED }, 'refund.processed')
  expect(await calls.donationOf(payment.order_id)).toMatchObject({ status: 'created', payment_id: null })
})

test('records it at once when a registration under the FCRA is set since that day', async () => {
  const byEnvironment = await ownCalls({ FCRA_REGISTRATION: '231660000' })
  const donor = await buildForeigner(byEnvironment.own)
  expect((await pay(byEnvironment, PHONE)).donation).toMatchObject({ status: 'captured', donor_id: donor.id })
  const bySettings = await ownCalls()
  await buildForeigner(bySettings.own)
  for (const [date, status] of [
    ['2999-01-01', 'created'],
    ['2020-01-01', 'captured'],
  ]) {
    await bySettings.setRule({ fcra: { number: '231660000', date } })
    expect((await pay(bySettings, PHONE)).donation).toMatchObject({ status })
  }
})
