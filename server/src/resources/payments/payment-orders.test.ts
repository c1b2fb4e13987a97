import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const SITE = 'https://www.example.org'
const MINUTE = 60_000

eachDatabase((engine) => {
  let razorpay: FakeRazorpay
  let server: TestApp
  beforeAll(async () => {
    razorpay = await fakeRazorpay()
    server = await testApp({
      engine,
      env: { ...razorpay.env, SITE_ORIGINS: SITE, PUBLIC_CALLS_PER_HOUR: '10', UNPAID_ORDERS_PER_DAY: '12' },
    })
  })
  afterAll(async () => {
    await server.close()
    await razorpay.close()
  })
  afterEach(async () => {
    vi.useRealTimers()
    razorpay.trouble = undefined
    await server.db.deleteFrom('rate_limit_attempts').execute()
  })

  const post = (name: string, payload: object, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: `/api/donate/${name}`, payload, headers })
  const order = async (payload: object = { amount: 50_000 }): Promise<string> =>
    (await post('order', payload)).json().data.orderId
  const sendMessage = async () => {
    const payload = { name: 'Asha', email: 'asha@example.org', message: 'Thank you.' }
    return (await server.app.inject({ method: 'POST', url: '/api/message/addMessage', payload })).statusCode
  }
  const donations = () => server.db.selectFrom('donations').selectAll().execute()
  const donationOf = (orderId: string) =>
    server.db.selectFrom('donations').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const entriesOf = async (orderId: string) => {
    const { id } = await donationOf(orderId)
    return historyOf(server.db, id)
  }

  describe('POST /donate/order', () => {
    test('creates an order and a donation, and schedules a query in 15 minutes', async () => {
      // Shortly before a financial year starts, the query is scheduled for that start.
      const startedAt = Date.parse('2026-05-04T06:00:00.000Z')
      vi.useFakeTimers({ toFake: ['Date'], now: startedAt })
      const answer = await post(
        'order',
        {
          amount: 123_456,
          donorName: ' आशा राव ',
          donorPhone: '98765 43210',
          donorPan: 'abcpe1234f',
          purpose: 'Gau Seva',
          status: 'captured',
        },
        { origin: SITE },
      )
      expect(answer.headers['access-control-allow-origin']).toBe(SITE)
      const { orderId, ...rest } = answer.json().data
      expect(rest).toEqual({ amount: 123_456, currency: 'INR', keyId: 'rzp_test_key' })
      const donation = await donationOf(orderId)
      expect(donation).toMatchObject({
        donor_name: 'आशा राव',
        donor_phone: '+919876543210',
        donor_pan: 'ABCPE1234F',
        donor_email: null,
        amount: 123_456,
        currency: 'INR',
        status: 'created',
        payment_id: null,
        receipt_number: null,
        deleted_at: null,
      })
      expect(razorpay.orders.get(orderId)).toMatchObject({ amount: 123_456, currency: 'INR', receipt: donation.id })
      const { due_at } = await server.db
        .selectFrom('open_orders')
        .selectAll()
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
      expect(Date.parse(due_at)).toBe(startedAt + 15 * MINUTE)
    })

    test.each([
      [{ amount: 99 }, 'The amount must be at least ₹1.', 'राशि कम से कम ₹1 होनी चाहिए।'],
      [{ amount: 100.5 }, /^The amount must be in rupees and whole paise/, 'राशि रुपये और पैसे में लिखें, जैसे ₹500 या ₹500.50।'],
      [{ amount: 'abc' }, /^The amount must be in rupees and whole paise/, 'राशि रुपये और पैसे में लिखें, जैसे ₹500 या ₹500.50।'],
      [{ amount: -100 }, 'The amount must be at least ₹1.'],
      [{ amount: 1e15 }, 'The amount can be at most ₹1,00,00,00,000.', 'राशि ज़्यादा से ज़्यादा ₹1,00,00,00,000 हो सकती है।'],
      [{}, 'Amount is required.', 'राशि ज़रूरी है।'],
      [{ amount: 100, donorName: 5 }, 'Name must be text.', 'नाम शब्दों में लिखा होना चाहिए।'],
      [{ amount: 100, donorName: ['a'] }, 'Name must be text.', /^[^a-z]*$/],
      [{ amount: 100, donorPan: 'ABC' }, /^A PAN has five letters/],
      [{ amount: 100, donorEmail: 'x' }, 'Please enter a valid e-mail address.'],
      [{ amount: 100, donorName: 'x'.repeat(201) }, 'Name can have at most 200 characters.'],
    ])(
      'refuses %j without calling Razorpay',
      async (payload: object, sentence: string | RegExp, hindi?: string | RegExp) => {
        const before = await donations()
        const calls = razorpay.calls.length
        const answer = await post('order', payload)
        expect(answer.statusCode).toBe(400)
        expect(answer.json().message).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
        const inHindi = (await post('order', payload, { 'accept-language': 'hi' })).json().message
        expect(inHindi).toMatch(/[क-ह]/)
        if (hindi) expect(inHindi).toEqual(typeof hindi === 'string' ? hindi : expect.stringMatching(hindi))
        expect(razorpay.calls).toHaveLength(calls)
        expect(await donations()).toHaveLength(before.length)
      },
    )

    test.each([400, 401, 429, 500, 'break before', 'break within'] as const)(
      'stores nothing when Razorpay fails: %s',
      async (trouble) => {
        const before = await donations()
        razorpay.trouble = trouble
        const answer = await post('order', { amount: 50_000 }, { 'accept-language': 'hi' })
        expect(answer.statusCode).toBe(502)
        expect(answer.json()).toEqual({
          success: false,
          code: 'payments_unreachable',
          message: 'भुगतान शुरू नहीं हो सका। कोई पैसा नहीं कटा है। कुछ मिनट बाद फिर से कोशिश करें।',
        })
        expect(await donations()).toHaveLength(before.length)
        // Only an invalid request may be the caller's doing.
        const counted = await server.db.selectFrom('rate_limit_attempts').select('attempt_id').distinct().execute()
        expect(counted).toHaveLength(trouble === 400 ? 1 : 0)
      },
    )

    test('limits orders per IP address and hour', async () => {
      const before = await donations()
      const answers = await Promise.all(Array.from({ length: 15 }, () => post('order', { amount: 100 })))
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
      const refused = answers.filter(({ statusCode }) => statusCode === 429)
      expect(refused).toHaveLength(5)
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3500)
      expect(await donations()).toHaveLength(before.length + 10)
      expect(await sendMessage()).toBe(200)
    })

    test('counts orders and messages apart, and unpaid orders per day', async () => {
      for (let n = 0; n < 10; n += 1) expect(await sendMessage()).toBe(200)
      expect(await sendMessage()).toBe(429)
      const orders: string[] = []
      for (let n = 0; n < 12; n += 1) {
        orders.push(await order())
        // As an hour later.
        await server.db.deleteFrom('rate_limit_attempts').where('key', 'like', 'order:%').execute()
      }
      expect((await post('order', { amount: 100 })).statusCode).toBe(429)
      const [paid = ''] = orders
      await post('verify', razorpay.proofOf(razorpay.addPayment({ order_id: paid })))
      expect((await post('order', { amount: 100 })).statusCode).toBe(200)
      expect((await post('order', { amount: 100 })).statusCode).toBe(429)
    })

    test('answers a filled honeypot like a success, and neither stores nor orders anything', async () => {
      const before = await donations()
      const calls = razorpay.calls.length
      const { data } = (await post('order', { amount: 50_000, extraNote: 'https://spam.example' })).json()
      const real = (await post('order', { amount: 50_000 })).json().data
      expect(data).toEqual({ ...real, orderId: expect.stringMatching(/^order_\w{14}$/) })
      expect(razorpay.calls).toHaveLength(calls + 1)
      expect(await donations()).toHaveLength(before.length + 1)
    })
  })

  describe('POST /donate/verify', () => {
    test('records a captured payment and returns its receipt token on every call', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      const answers = [
        await post('verify', razorpay.proofOf(payment), { origin: SITE }),
        await post('verify', razorpay.proofOf(payment)),
      ]
      const donation = await donationOf(payment.order_id)
      for (const answer of answers) {
        expect(answer.json()).toEqual({
          success: true,
          data: { status: 'captured', receiptToken: donation.receipt_token },
        })
      }
      expect(answers[0]?.headers['access-control-allow-origin']).toBe(SITE)
      expect(donation).toMatchObject({ status: 'captured', payment_id: payment.id, payment_method: 'upi' })
      expect(donation.receipt_number).toMatch(/\d/)
      expect(donation.updated_at > donation.created_at).toBe(true)
    })

    test('returns authorized before the capture and captured after the capture', async () => {
      const payment = razorpay.addPayment({ order_id: await order(), status: 'authorized', captured: false })
      const first = await post('verify', razorpay.proofOf(payment))
      expect(first.json().data).toEqual({ status: 'authorized', receiptToken: null })
      expect(await donationOf(payment.order_id)).toMatchObject({ payment_id: payment.id, receipt_number: null })
      razorpay.addPayment({ ...payment, status: 'captured', captured: true })
      expect((await post('verify', razorpay.proofOf(payment))).json().data).toEqual({
        status: 'captured',
        receiptToken: expect.any(String),
      })
    })

    test.each(['break before', 'break within', 500] as const)(
      'returns authorized when Razorpay fails: %s',
      async (trouble) => {
        const payment = razorpay.addPayment({ order_id: await order() })
        razorpay.trouble = trouble
        expect((await post('verify', razorpay.proofOf(payment))).json().data).toEqual({
          status: 'authorized',
          receiptToken: null,
        })
      },
    )

    test('refuses an invalid signature and changes nothing', async () => {
      const orderId = await order()
      const other = await order()
      const payment = razorpay.addPayment({ order_id: orderId })
      const proof = razorpay.proofOf(payment)
      const calls = razorpay.calls.length
      const invalidProofs = [
        { ...proof, razorpay_signature: '0'.repeat(64) },
        { ...proof, razorpay_signature: '' },
        { ...proof, razorpay_signature: `${proof.razorpay_signature}0` },
        { ...proof, razorpay_payment_id: 'pay_other' },
        { ...proof, razorpay_order_id: other },
        razorpay.proofOf({ id: payment.id, order_id: 'order_unknown' }),
        { ...proof, razorpay_order_id: '\u0000' },
      ]
      for (const invalid of invalidProofs) {
        const answer = await post('verify', invalid)
        expect(answer.statusCode).toBe(400)
        expect(answer.json().message).toMatch(/^This payment could not be confirmed\./)
      }
      expect(await donationOf(orderId)).toMatchObject({ status: 'created', payment_id: null })
      expect(await donationOf(other)).toMatchObject({ status: 'created', payment_id: null })
      expect(razorpay.calls).toHaveLength(calls)
    })

    test.each([{ amount: 49_999 }, { amount: 5_000_000 }, { currency: 'USD' }])(
      'holds a payment of %j for an order of ₹500',
      async (wrong) => {
        const payment = razorpay.addPayment({ order_id: await order(), ...wrong })
        for (let n = 0; n < 2; n += 1) {
          const answer = await post('verify', razorpay.proofOf(payment))
          expect(answer.json().data).toEqual({ status: 'created', receiptToken: null })
        }
        expect(await donationOf(payment.order_id)).toMatchObject({
          status: 'created',
          payment_id: null,
          receipt_number: null,
        })
        const entries = await entriesOf(payment.order_id)
        expect(entries).toMatchObject([{ action: 'payment.held', actorId: null }])
        expect(entries[0]?.details).toMatchObject({
          paymentId: payment.id,
          ordered: { amount: 50_000, currency: 'INR' },
          ...wrong,
        })
      },
    )

    test('issues one receipt for twenty concurrent calls', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      const answers = await Promise.all(Array.from({ length: 20 }, () => post('verify', razorpay.proofOf(payment))))
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      const { id } = await donationOf(payment.order_id)
      expect(await server.db.selectFrom('receipts').selectAll().where('donation_id', '=', id).execute()).toHaveLength(1)
    })

    test('restores a deleted donation when its payment is captured', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      await server.db
        .updateTable('donations')
        .set({ deleted_at: new Date().toISOString() })
        .where('order_id', '=', payment.order_id)
        .execute()
      await post('verify', razorpay.proofOf(payment))
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', deleted_at: null })
      expect(await entriesOf(payment.order_id)).toMatchObject([
        { action: 'donation.paid' },
        { action: 'donation.restored', actorId: null },
      ])
    })
  })
})
