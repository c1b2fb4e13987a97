import { afterAll, describe, expect, test } from 'vitest'
import { openDatabaseBeside } from '../../db/database.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { type Delivery, fakeRazorpay, OLD_WEBHOOK_SECRET, signedDelivery } from '../../testing/gifts/fake-razorpay.ts'
import { paymentCalls } from '../../testing/gifts/payment-calls.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { recordPayment } from './payment-record-service.ts'
import { parsePayment } from './razorpay-client.ts'

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  const here = sharedTestApp({ engine, env: { ...razorpay.env, PUBLIC_CALLS_PER_HOUR: '1000' } })
  const { order, report, deliver, donationOf, receiptsOf, entriesOf } = paymentCalls(here, razorpay)
  const events = () => here.db.selectFrom('payment_events').selectAll().execute()

  describe('an event', () => {
    test.each(['payment.captured', 'order.paid'])('%s records the capture and issues a receipt', async (kind) => {
      const payment = razorpay.addPayment({ order_id: await order(), method: 'card' })
      const answer = await report(payment, kind)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ success: true, message: 'Received' })
      expect(await donationOf(payment.order_id)).toMatchObject({
        status: 'captured',
        payment_id: payment.id,
        payment_method: 'card',
      })
      expect(await receiptsOf(payment.order_id)).toHaveLength(1)
    })

    test('dates the receipt by the capture, not by the delivery', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000)
      await report(payment, 'payment.captured', { at })
      expect(await receiptsOf(payment.order_id)).toMatchObject([{ issued_at: at.toISOString() }])
    })

    test.each([
      ['payment.authorized', { status: 'authorized', captured: false }, 'authorized'],
      ['payment.failed', { status: 'failed', captured: false }, 'failed'],
      ['refund.processed', { status: 'refunded', captured: false, amount_refunded: 50_000 }, 'cancelled'],
    ])('%s of %j issues no receipt', async (kind, fields, status) => {
      const payment = razorpay.addPayment({ order_id: await order(), ...fields })
      await report(payment, kind)
      expect(await donationOf(payment.order_id)).toMatchObject({ status, payment_id: payment.id, receipt_token: null })
    })

    test('of a refund records the amount, and only a full refund changes the status', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      await report(payment)
      const { receipt_number } = await donationOf(payment.order_id)
      const part = { ...payment, amount_refunded: 20_000, refund_status: 'partial' }
      await report(part, 'refund.processed')
      await report(part, 'refund.processed')
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: 20_000 })
      await report({ ...part, amount_refunded: 10_000 }, 'refund.processed')
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: 20_000 })
      await report({ ...payment, status: 'refunded', amount_refunded: 50_000 }, 'refund.processed')
      expect(await donationOf(payment.order_id)).toMatchObject({
        status: 'refunded',
        payment_id: payment.id,
        receipt_number,
        refunded_amount: 50_000,
        held_payment_id: null,
      })
      expect(await entriesOf(payment.order_id)).toMatchObject([
        { action: 'donation.paid', details: { receiptNumber: receipt_number } },
        { action: 'donation.refunded-in-part', details: { amount: 20_000 } },
        { action: 'donation.refunded', details: { amount: 50_000 } },
      ])
    })

    test('records the fee once it is reported, also after the capture', async () => {
      const payment = razorpay.addPayment({ order_id: await order(), fee: null, tax: null })
      const feeAfter = async (kind: string, reported: object) => {
        await report({ ...payment, ...reported }, kind)
        const { fee, fee_tax } = await donationOf(payment.order_id)
        return [fee, fee_tax]
      }
      expect(await feeAfter('payment.captured', {})).toEqual([null, null])
      expect(await feeAfter('order.paid', { fee: 1180, tax: 180 })).toEqual([1180, 180])
      expect(await feeAfter('refund.processed', { fee: 0, tax: 0, amount_refunded: 100 })).toEqual([1180, 180])
    })

    test.each([
      ['of an unsupported kind', () => razorpay.deliver('invoice.paid', razorpay.addPayment({ order_id: 'order_x' }))],
      ['of an unknown order', () => razorpay.deliver('payment.captured', razorpay.addPayment({ order_id: 'order_x' }))],
      [
        'of a payment without an order',
        () => razorpay.deliver('payment.captured', { id: 'pay_1', order_id: null, amount: 1, status: 'captured' }),
      ],
      [
        'whose name is not text',
        () => signedDelivery(Buffer.from('{"event":{"toString":1},"payload":{"payment":{"entity":{}}}}')),
      ],
      ['without a payment', () => razorpay.deliver('payment.captured', [])],
    ])('%s is accepted and ignored', async (_name, deliveryOf) => {
      const before = await events()
      expect((await deliver(deliveryOf())).statusCode).toBe(200)
      expect(await events()).toEqual(before)
    })

    test('holds a second payment of a paid order and a payment that a different donation already has', async () => {
      const orderId = await order()
      const first = razorpay.addPayment({ order_id: orderId })
      await report(first)
      const second = razorpay.addPayment({ order_id: orderId })
      await report(second)
      expect(await donationOf(orderId)).toMatchObject({ status: 'captured', held_payment_id: second.id })
      await report({ ...second, status: 'refunded', amount_refunded: 50_000 }, 'refund.processed')
      const afterRefund = { status: 'captured', payment_id: first.id, refunded_amount: null, held_payment_id: null }
      expect(await donationOf(orderId)).toMatchObject(afterRefund)
      await report(second, 'order.paid')
      expect(await donationOf(orderId)).toMatchObject(afterRefund)
      expect((await entriesOf(orderId)).map(({ action }) => action)).toEqual([
        'donation.paid',
        'payment.held',
        'payment.resolved',
      ])

      const duplicate = razorpay.addPayment({ order_id: await order() })
      await buildDonation(here.db, { payment_id: duplicate.id, order_id: null })
      expect((await report(duplicate)).statusCode).toBe(200)
      expect(await donationOf(duplicate.order_id)).toMatchObject({ status: 'created', payment_id: null })
    })
  })

  describe('the signature', () => {
    test('is accepted with an older secret', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      await report(payment, 'payment.captured', { secret: OLD_WEBHOOK_SECRET })
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured' })
    })

    test('is refused if missing, made with a wrong secret or made for different bytes', async () => {
      const payment = razorpay.addPayment({ order_id: await order(), notes: { name: 'आशा' } })
      const valid = razorpay.deliver('payment.captured', payment)
      const reformatted = Buffer.from(JSON.stringify(JSON.parse(valid.payload.toString()), null, 1))
      const changed = Buffer.from(valid.payload.toString().replace('"amount":50000', '"amount":50001'))
      const invalid: Delivery[] = [
        { ...valid, payload: reformatted },
        { ...valid, payload: changed },
        { ...valid, payload: Buffer.concat([valid.payload, Buffer.from(' ')]) },
        { ...valid, payload: Buffer.alloc(0) },
        { ...valid, headers: { ...valid.headers, 'x-razorpay-signature': '' } },
        { ...valid, headers: { 'content-type': 'application/json' } },
        razorpay.deliver('payment.captured', payment, { secret: 'secret of the key' }),
      ]
      const before = await events()
      for (const delivery of invalid) expect((await deliver(delivery)).statusCode).toBe(400)
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'created' })
      expect(await events()).toEqual(before)
      // The content type is not signed.
      const plain = { ...valid, headers: { ...valid.headers, 'content-type': 'text/plain' } }
      expect((await deliver(plain)).statusCode).toBe(200)
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured' })
    })

    test('is not enough for malformed JSON (400) or an oversized body (413)', async () => {
      for (const content of ['', '{', 'null', '[]', '"x"', '{"event":"payment.captured","payload":null}', '\u0000']) {
        const { statusCode } = await deliver(signedDelivery(Buffer.from(content)))
        expect([content, statusCode]).toEqual([content, ['', '{', '\u0000'].includes(content) ? 400 : 200])
      }
      expect((await deliver(signedDelivery(Buffer.alloc(200_000, '1')))).statusCode).toBe(413)
    })
  })

  describe('a repeated delivery', () => {
    test('is recorded once, even if sent twenty times at once', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      const delivery = razorpay.deliver(
        'refund.processed',
        { ...payment, amount_refunded: 100 },
        { eventId: `evt_${engine}` },
      )
      const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(delivery)))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      expect((await events()).filter(({ id }) => id === `evt_${engine}`)).toHaveLength(1)
      expect(await receiptsOf(payment.order_id)).toHaveLength(1)
      expect(await entriesOf(payment.order_id)).toHaveLength(2)
    })

    test('without an event id is detected by its bytes', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      const { payload, headers } = razorpay.deliver('payment.captured', payment)
      const { 'x-razorpay-event-id': _id, ...bare } = headers
      const before = await events()
      for (let n = 0; n < 2; n += 1) expect((await deliver({ payload, headers: bare })).statusCode).toBe(200)
      expect(await events()).toHaveLength(before.length + 1)
      expect(await receiptsOf(payment.order_id)).toHaveLength(1)
    })

    test('with an earlier status does not undo a concurrent capture', async () => {
      const payments = await Promise.all(
        Array.from({ length: 10 }, async () => razorpay.addPayment({ order_id: await order() })),
      )
      const earlier = ['failed', 'authorized', 'created'].map((status) => ({ status, captured: false }))
      await Promise.all(
        payments.flatMap((payment) =>
          [...earlier, {}, ...earlier].map((fields) => report({ ...payment, ...fields }, 'payment.failed')),
        ),
      )
      for (const { order_id } of payments) expect(await donationOf(order_id)).toMatchObject({ status: 'captured' })
    })

    test('is recorded after a failed first delivery', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      const delivery = razorpay.deliver('payment.captured', payment)
      await here.db.schema.alterTable('receipts').renameTo('receipts_away').execute()
      expect((await deliver(delivery)).statusCode).toBe(500)
      await here.db.schema.alterTable('receipts_away').renameTo('receipts').execute()
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'created', receipt_token: null })
      expect((await deliver(delivery)).statusCode).toBe(200)
      expect(await receiptsOf(payment.order_id)).toHaveLength(1)
    })
  })

  if (engine === 'PostgreSQL')
    test('issues one receipt for a capture that two servers record concurrently', async () => {
      const other = await openDatabaseBeside(here.config)
      const payments = await Promise.all(
        Array.from({ length: 10 }, async () => razorpay.addPayment({ order_id: await order() })),
      )
      await Promise.all(
        payments.flatMap((entity) => {
          const payment = parsePayment(entity, new Date())
          if (!payment) throw new Error('unreadable')
          return [here.db, other].map((db) =>
            db.transaction().execute((transaction) => recordPayment(transaction, here, payment)),
          )
        }),
      )
      await other.destroy()
      for (const { order_id } of payments) expect(await receiptsOf(order_id)).toHaveLength(1)
    })
})
