import { afterAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { CAPTURE, dispute, refund, reportedPayments } from '../../testing/gifts/reported-payments.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  const env = { ...razorpay.env, PUBLIC_CALLS_PER_HOUR: '10000', UNPAID_ORDERS_PER_DAY: '10000' }
  const here = sharedTestApp({ engine, env })
  const { buildPayment, resolve, donationOf } = reportedPayments(here, razorpay, engine)

  test('opens a held payment again whose refund failed, in any order', async () => {
    for (const isLate of [false, true]) {
      const { payment, send, reasons } = await buildPayment({ amount: 70_000 })
      const whole = { status: 'refunded', amount_refunded: 70_000 }
      const returned = [refund('processed', 1, whole, 70_000), refund('failed', 2, {}, 70_000)]
      for (const each of [CAPTURE, ...(isLate ? returned.toReversed() : returned)]) await send(each)
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'created', held_payment_id: payment.id })
      expect(await reasons()).toEqual(['amount-differs'])
    }
  })

  test('reopens a held payment that a later total resolved when an earlier failure is reported', async () => {
    const { send, reasons } = await buildPayment({ amount: 70_000 })
    const total = { ...CAPTURE, day: 3, payment: { status: 'refunded', amount_refunded: 70_000 } }
    for (const each of [CAPTURE, total]) await send(each)
    expect(await reasons()).toEqual([])
    await send(refund('failed', 2, {}, 70_000))
    expect(await reasons()).toEqual(['amount-differs'])
  })

  test('keeps a held payment closed that a person marked as refunded after a failed refund', async () => {
    const { payment, send, reasons } = await buildPayment({ amount: 70_000 })
    for (const each of [CAPTURE, refund('failed', 2, {}, 70_000)]) await send(each)
    Object.assign(payment, { status: 'refunded', amount_refunded: 70_000 })
    expect((await resolve(payment, 'refunded')).statusCode).toBe(200)
    await send({ ...CAPTURE, payment: { status: 'captured', amount_refunded: 0 } })
    expect(await reasons()).toEqual([])
  })

  test('keeps a held payment resolved if an earlier refund failed and another one is pending', async () => {
    const { payment, send, stage, reasons } = await buildPayment({ amount: 70_000 })
    await send(CAPTURE)
    Object.assign(payment, { status: 'refunded', amount_refunded: 70_000 })
    expect((await resolve(payment, 'refunded')).statusCode).toBe(200)
    stage([{ ...refund('failed', 1, {}), kind: 'refund.pending', returned: { id: 'rfnd_2', amount: 70_000 } }])
    await send(refund('failed', 1, {}, 70_000))
    expect(await reasons()).toEqual([])
  })

  test('marks a held payment as disputed until the outcome is known', async () => {
    const { payment, send, listed } = await buildPayment({ amount: 70_000 })
    const seen: unknown[] = []
    for (const each of [CAPTURE, dispute('created', 1), dispute('won', 2)]) {
      await send(each)
      seen.push((await listed()).map(({ reason, isDisputed }) => [reason, isDisputed]))
    }
    expect(seen).toEqual([[['amount-differs', false]], [['amount-differs', true]], [['amount-differs', false]]])
    expect((await resolve(payment, 'record')).statusCode).toBe(200)
  })

  test('counts a dispute of a held payment once a person records it', async () => {
    const { payment, send, reasons } = await buildPayment({ amount: 70_000 })
    for (const each of [CAPTURE, dispute('lost', 2)]) await send(each)
    expect((await resolve(payment, 'record')).statusCode).toBe(200)
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', lost_amount: 20_000 })
    expect(await reasons()).toEqual([])
  })
})
