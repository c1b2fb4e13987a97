import { afterEach, expect, test } from 'vitest'
import { buildDonor } from '../../testing/factories.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { giftCalls } from '../../testing/gifts/gift-calls.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const PHONE = '+919876543210'

let razorpay: FakeRazorpay
let server: TestApp
afterEach(async () => {
  await server.close()
  await razorpay.close()
})

async function start(env: Record<string, string> = {}) {
  razorpay = await fakeRazorpay()
  server = await testApp({ env: { ...razorpay.env, ...env } })
}

/** Pays an order, and returns the donation. */
async function pay(donorPhone: string | null, { stated = {}, reported = {} } = {}) {
  const payload = { amount: 50_000, donorName: 'Asha', donorPhone, ...stated }
  const order = await server.app.inject({ method: 'POST', url: '/api/donate/order', payload })
  const payment = razorpay.addPayment({ order_id: order.json().data.orderId, ...reported })
  const call = { method: 'POST', url: '/api/donate/webhook', ...razorpay.deliver('payment.captured', payment) } as const
  await server.app.inject(call)
  return { payment, read: () => readDonation(order.json().data.orderId) }
}
const readDonation = (orderId: string) =>
  server.db.selectFrom('donations').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

test('a paid gift gets its donor in the transaction of the capture, an unpaid or anonymous one none', async () => {
  await start()
  const first = await (await pay(PHONE)).read()
  const second = await (await pay('098765 43210')).read()
  expect(first.donor_id).not.toBeNull()
  expect(second.donor_id).toBe(first.donor_id)
  expect((await (await pay(null)).read()).donor_id).toBeNull()
  await server.app.inject({
    method: 'POST',
    url: '/api/donate/order',
    payload: { amount: 100, donorPhone: '9999999999' },
  })
  expect(await server.db.selectFrom('donors').select('name').execute()).toEqual([{ name: 'Asha' }])
})

test('holds the gift of a foreign donor until a person records it', async () => {
  await start()
  const donor = await buildDonor(server.db, { phones: [PHONE], citizenship: 'foreign' })
  const { payment, read } = await pay(PHONE)
  const held = await read()
  expect(held).toMatchObject({ status: 'created', receipt_number: null, held_payment_id: payment.id, donor_id: null })
  const { bearer } = await server.signIn(['Donations'])
  const list = await server.app.inject({ url: '/api/donate/held', headers: bearer })
  expect(list.json().data).toMatchObject([{ reason: 'foreign-donor' }])
  const url = `/api/donate/${held.id}/held/${payment.id}/record`
  expect((await server.app.inject({ method: 'POST', url, headers: bearer })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ status: 'captured', held_payment_id: null, donor_id: donor.id })
  expect((await read()).receipt_number).not.toBeNull()
})

test('a held gift waits for a person, also once its donor is no longer foreign', async () => {
  await start()
  const donor = await buildDonor(server.db, { phones: [PHONE], citizenship: 'foreign' })
  const { payment, read } = await pay(PHONE)
  const { bearer } = await server.signIn(['Donations'])
  const change = { method: 'PUT', url: `/api/donors/${donor.id}`, headers: bearer } as const
  await server.app.inject({ ...change, payload: { citizenship: 'indian' } })
  const repeated = razorpay.deliver('order.paid', payment)
  await server.app.inject({ method: 'POST', url: '/api/donate/webhook', ...repeated })
  const { id, ...held } = await read()
  expect(held).toMatchObject({ status: 'created', receipt_number: null, held_payment_id: payment.id })
  const url = `/api/donate/${id}/held/${payment.id}/record`
  expect((await server.app.inject({ method: 'POST', url, headers: bearer })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ status: 'captured', held_payment_id: null, donor_id: donor.id })
})

test.each([
  ['a donor who states to be foreign', { stated: { donorCitizenship: 'foreign' } }, 'foreign-donor', 'foreign'],
  ['a card issued abroad', { reported: { method: 'card', international: true } }, 'foreign-card', 'unknown'],
])('holds the gift of %s until a person records it, or FCRA is set', async (_name, options, reason, citizenship) => {
  await start()
  const { payment, read } = await pay(PHONE, options)
  const { bearer } = await server.signIn(['Donations'])
  const list = await server.app.inject({ url: '/api/donate/held', headers: bearer })
  expect(list.json().data).toMatchObject([{ paymentId: payment.id, reason }])
  const { setRule } = await giftCalls(server)
  await setRule({ fcra: { number: '231660000', date: '2020-01-01' } })
  await server.app.inject({ method: 'POST', url: '/api/donate/webhook', ...razorpay.deliver('order.paid', payment) })
  const { id, ...held } = await read()
  expect(held).toMatchObject({ status: 'created', donor_id: null })
  const url = `/api/donate/${id}/held/${payment.id}/record`
  expect((await server.app.inject({ method: 'POST', url, headers: bearer })).statusCode).toBe(200)
  expect((await read()).status).toBe('captured')
  expect(await server.db.selectFrom('donors').select('citizenship').execute()).toEqual([{ citizenship }])
  expect((await (await pay('9876500000', options)).read()).status).toBe('captured')
})

test.each([
  ['marked as refunded', 'refunded', 'created'],
  ['recorded', 'record', 'captured'],
])(
  'a foreign card that Razorpay reports after the payment was authorized is held, then %s',
  async (_name, step, status) => {
    await start()
    const order = await server.app.inject({ method: 'POST', url: '/api/donate/order', payload: { amount: 50_000 } })
    const payment = razorpay.addPayment({ order_id: order.json().data.orderId, method: 'card', international: true })
    razorpay.trouble = 500
    const proof = razorpay.proofOf(payment)
    const verified = await server.app.inject({ method: 'POST', url: '/api/donate/verify', payload: proof })
    expect(verified.json().data.status).toBe('authorized')
    razorpay.trouble = undefined
    const capture = razorpay.deliver('payment.captured', payment)
    await server.app.inject({ method: 'POST', url: '/api/donate/webhook', ...capture })
    const { id, ...held } = await readDonation(payment.order_id)
    expect(held).toMatchObject({ status: 'created', payment_id: null, held_payment_id: payment.id })
    if (step === 'refunded')
      razorpay.payments.set(payment.id, { ...payment, status: 'refunded', amount_refunded: 50_000 })
    const { bearer } = await server.signIn(['Donations'])
    const url = `/api/donate/${id}/held/${payment.id}/${step}`
    expect((await server.app.inject({ method: 'POST', url, headers: bearer })).statusCode).toBe(200)
    expect(await readDonation(payment.order_id)).toMatchObject({ status, held_payment_id: null })
  },
)

test('a foreign card whose authorized payment is reported as refunded at once leaves the gift unpaid', async () => {
  await start()
  const order = await server.app.inject({ method: 'POST', url: '/api/donate/order', payload: { amount: 50_000 } })
  const payment = razorpay.addPayment({ order_id: order.json().data.orderId, method: 'card', international: true })
  razorpay.trouble = 500
  await server.app.inject({ method: 'POST', url: '/api/donate/verify', payload: razorpay.proofOf(payment) })
  razorpay.trouble = undefined
  const refund = { ...payment, status: 'refunded', amount_refunded: 50_000 }
  await server.app.inject({
    method: 'POST',
    url: '/api/donate/webhook',
    ...razorpay.deliver('refund.processed', refund),
  })
  expect(await readDonation(payment.order_id)).toMatchObject({ status: 'created', payment_id: null })
})

test('records it at once when the registration under the FCRA is set', async () => {
  await start({ FCRA_REGISTRATION: '231660000' })
  const donor = await buildDonor(server.db, { phones: [PHONE], citizenship: 'foreign' })
  expect(await (await pay(PHONE)).read()).toMatchObject({ status: 'captured', donor_id: donor.id })
})

test('records it at once when the settings have a registration since that day', async () => {
  await start()
  const { setRule } = await giftCalls(server)
  await buildDonor(server.db, { phones: [PHONE], citizenship: 'foreign' })
  await setRule({ fcra: { number: '231660000', date: '2999-01-01' } })
  expect(await (await pay(PHONE)).read()).toMatchObject({ status: 'created' })
  await setRule({ fcra: { number: '231660000', date: '2020-01-01' } })
  expect(await (await pay(PHONE)).read()).toMatchObject({ status: 'captured' })
})
