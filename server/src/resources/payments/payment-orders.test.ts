import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyDatabase, eachDatabase } from '../../testing/databases.ts'
import { buildInstitution, buildPurpose } from '../../testing/factories.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { paymentCalls } from '../../testing/gifts/payment-calls.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

const SITE = 'https://www.example.org'
const MINUTE = 60_000

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  const limits = { PUBLIC_CALLS_PER_HOUR: '10', UNPAID_ORDERS_PER_DAY: '12' }
  const here = sharedTestApp({ engine, env: { ...razorpay.env, SITE_ORIGINS: SITE, ...limits } })
  const { tryOrder, order, verify, donationOf, receiptsOf, entriesOf } = paymentCalls(here, razorpay)
  afterEach(async () => {
    vi.useRealTimers()
    razorpay.trouble = undefined
    await here.db.deleteFrom('rate_limit_attempts').execute()
  })

  const sendMessage = async () => {
    const message = { name: 'Asha', email: 'asha@example.org', message: 'Thank you.' }
    return (await here.send('POST', '/message/addMessage', message, { by: null })).statusCode
  }
  /** The numbers of donations, and of calls of Razorpay. */
  const made = async () => [
    (await here.db.selectFrom('donations').select('id').execute()).length,
    razorpay.calls.length,
  ]

  describe('POST /donate/order', () => {
    test('creates an order and a donation, and schedules a query in 15 minutes', async () => {
      // Shortly before a financial year starts, the query is scheduled for that start.
      const startedAt = Date.parse('2026-05-04T06:00:00.000Z')
      vi.useFakeTimers({ toFake: ['Date'], now: startedAt })
      const donor = { donorName: ' आशा राव ', donorPhone: '98765 43210', donorPan: 'abcpe1234f' }
      const sent = { amount: 123_456, ...donor, purpose: 'Gau Seva', status: 'captured' }
      const answer = await tryOrder(sent, { origin: SITE })
      expect(answer.headers['access-control-allow-origin']).toBe(SITE)
      const { orderId, ...rest } = answer.json().data
      expect(rest).toEqual({ amount: 123_456, currency: 'INR', keyId: 'rzp_test_key' })
      const donation = await donationOf(orderId)
      expect(donation).toMatchObject({
        ...{ donor_name: 'आशा राव', donor_phone: '+919876543210', donor_pan: 'ABCPE1234F', donor_email: null },
        ...{ amount: 123_456, currency: 'INR', status: 'created' },
        ...{ payment_id: null, receipt_number: null, deleted_at: null },
      })
      expect(razorpay.orders.get(orderId)).toMatchObject({ amount: 123_456, currency: 'INR', receipt: donation.id })
      const open = await here.db.selectFrom('open_orders').selectAll().where('order_id', '=', orderId).execute()
      expect(open.map(({ due_at }) => Date.parse(due_at))).toEqual([startedAt + 15 * MINUTE])
    })

    test.each([
      [{ amount: 99 }, 'The amount must be at least ₹1.', 'राशि कम से कम ₹1 होनी चाहिए।'],
      [
        { amount: 100.5 },
        /^The amount must be in rupees and whole paise/,
        /^राशि रुपये और पैसे में लिखें, जैसे ₹500 या ₹500.50।$/,
      ],
      [{ amount: 'abc' }, /^The amount must be in rupees and whole paise/, /^राशि रुपये और पैसे में लिखें/],
      [{ amount: -100 }, 'The amount must be at least ₹1.', /[क-ह]/],
      [{ amount: 1e15 }, 'The amount can be at most ₹1,00,00,00,000.', 'राशि ज़्यादा से ज़्यादा ₹1,00,00,00,000 हो सकती है।'],
      [{}, 'Amount is required.', 'राशि ज़रूरी है।'],
      [{ amount: 100, donorName: 5 }, 'Name must be text.', 'नाम शब्दों में लिखा होना चाहिए।'],
      [{ amount: 100, donorName: ['a'] }, 'Name must be text.', /^[^a-z]*$/],
      [{ amount: 100, donorPan: 'ABC' }, /^A PAN has five letters/, /[क-ह]/],
      [{ amount: 100, donorEmail: 'x' }, 'Please enter a valid e-mail address.', /[क-ह]/],
      [{ amount: 100, donorName: 'x'.repeat(201) }, 'Name can have at most 200 characters.', /[क-ह]/],
    ])('refuses %j without calling Razorpay', async (sent, english, hindi) => {
      const before = await made()
      const answer = await tryOrder(sent)
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(english)])
      const inHindi = await tryOrder(sent, { 'accept-language': 'hi' })
      expect(inHindi.json().message).toEqual(expect.stringMatching(hindi))
      expect(await made()).toEqual(before)
    })

    test.each([400, 401, 429, 500, 'break before', 'break within'] as const)(
      'stores nothing when Razorpay fails: %s',
      async (trouble) => {
        const [before] = await made()
        razorpay.trouble = trouble
        const answer = await tryOrder({ amount: 50_000 }, { 'accept-language': 'hi' })
        expect(answer.statusCode).toBe(502)
        expect(answer.json()).toEqual({
          success: false,
          code: 'payments_unreachable',
          message: 'भुगतान शुरू नहीं हो सका। कोई पैसा नहीं कटा है। कुछ मिनट बाद फिर से कोशिश करें।',
        })
        expect((await made())[0]).toBe(before)
        // Only an invalid request may be the caller's doing.
        const counted = await here.db.selectFrom('rate_limit_attempts').select('attempt_id').distinct().execute()
        expect(counted).toHaveLength(trouble === 400 ? 1 : 0)
      },
    )

    test('limits orders per IP address and hour', async () => {
      const [before = 0] = await made()
      const answers = await Promise.all(Array.from({ length: 15 }, () => tryOrder({ amount: 100 })))
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
      const refused = answers.filter(({ statusCode }) => statusCode === 429)
      expect(refused).toHaveLength(5)
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3500)
      expect((await made())[0]).toBe(before + 10)
      expect(await sendMessage()).toBe(200)
    })

    test('counts orders and messages apart, and unpaid orders per day', async () => {
      for (let n = 0; n < 10; n += 1) expect(await sendMessage()).toBe(200)
      expect(await sendMessage()).toBe(429)
      const orders: string[] = []
      for (let n = 0; n < 12; n += 1) {
        orders.push(await order())
        // As an hour later.
        await here.db.deleteFrom('rate_limit_attempts').where('key', 'like', 'order:%').execute()
      }
      expect((await tryOrder({ amount: 100 })).statusCode).toBe(429)
      const [paid = ''] = orders
      await verify(razorpay.proofOf(razorpay.addPayment({ order_id: paid })))
      expect((await tryOrder({ amount: 100 })).statusCode).toBe(200)
      expect((await tryOrder({ amount: 100 })).statusCode).toBe(429)
    })

    test('answers a filled honeypot like a success, and neither stores nor orders anything', async () => {
      const before = await made()
      const { data } = (await tryOrder({ amount: 50_000, extraNote: 'https://spam.example' })).json()
      expect(await made()).toEqual(before)
      const real = (await tryOrder({ amount: 50_000 })).json().data
      expect(data).toEqual({ ...real, orderId: expect.stringMatching(/^order_\w{14}$/) })
    })
  })

  describe('POST /donate/verify', () => {
    test('records a captured payment and returns its receipt token on every call', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      const proof = razorpay.proofOf(payment)
      const answers = [await verify(proof, { origin: SITE }), await verify(proof)]
      const donation = await donationOf(payment.order_id)
      const data = { status: 'captured', receiptToken: donation.receipt_token }
      expect(answers.map((answer) => answer.json())).toEqual(Array(2).fill({ success: true, data }))
      expect(answers[0]?.headers['access-control-allow-origin']).toBe(SITE)
      expect(donation).toMatchObject({ status: 'captured', payment_id: payment.id, payment_method: 'upi' })
      expect(donation.receipt_number).toMatch(/\d/)
      expect(donation.updated_at > donation.created_at).toBe(true)
    })

    test('holds another payment of the paid order, which only the donor’s page reports', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      await verify(razorpay.proofOf(payment))
      const second = razorpay.addPayment({ order_id: payment.order_id })
      const { receipt_token: receiptToken } = await donationOf(payment.order_id)
      expect((await verify(razorpay.proofOf(second))).json().data).toEqual({ status: 'captured', receiptToken })
      expect(await donationOf(payment.order_id)).toMatchObject({ payment_id: payment.id, held_payment_id: second.id })
    })

    test('returns authorized before the capture and captured after the capture', async () => {
      const payment = razorpay.addPayment({ order_id: await order(), status: 'authorized', captured: false })
      const read = async () => (await verify(razorpay.proofOf(payment))).json().data
      expect(await read()).toEqual({ status: 'authorized', receiptToken: null })
      expect(await donationOf(payment.order_id)).toMatchObject({ payment_id: payment.id, receipt_number: null })
      razorpay.addPayment({ ...payment, status: 'captured', captured: true })
      expect(await read()).toEqual({ status: 'captured', receiptToken: expect.any(String) })
    })

    test.each(['break before', 'break within', 500] as const)(
      'returns authorized when Razorpay fails: %s',
      async (trouble) => {
        const payment = razorpay.addPayment({ order_id: await order() })
        razorpay.trouble = trouble
        const { data } = (await verify(razorpay.proofOf(payment))).json()
        expect(data).toEqual({ status: 'authorized', receiptToken: null })
      },
    )

    test('refuses an invalid signature and changes nothing', async () => {
      const [orderId, other] = [await order(), await order()]
      const payment = razorpay.addPayment({ order_id: orderId })
      const proof = razorpay.proofOf(payment)
      const calls = razorpay.calls.length
      for (const invalid of [
        { ...proof, razorpay_signature: '0'.repeat(64) },
        { ...proof, razorpay_signature: '' },
        { ...proof, razorpay_signature: `${proof.razorpay_signature}0` },
        { ...proof, razorpay_payment_id: 'pay_other' },
        { ...proof, razorpay_order_id: other },
        razorpay.proofOf({ id: payment.id, order_id: 'order_unknown' }),
        { ...proof, razorpay_order_id: '\u0000' },
      ]) {
        const answer = await verify(invalid)
        expect(answer.statusCode).toBe(400)
        expect(answer.json().message).toMatch(/^This payment could not be confirmed\./)
      }
      for (const id of [orderId, other])
        expect(await donationOf(id)).toMatchObject({ status: 'created', payment_id: null })
      expect(razorpay.calls).toHaveLength(calls)
    })

    test.each([{ amount: 49_999 }, { amount: 5_000_000 }, { currency: 'USD' }])(
      'holds a payment of %j for an order of ₹500, and records it once',
      async (wrong) => {
        const payment = razorpay.addPayment({ order_id: await order(), ...wrong })
        for (let n = 0; n < 2; n += 1) {
          const answer = await verify(razorpay.proofOf(payment))
          expect(answer.json().data).toEqual({ status: 'created', receiptToken: null })
        }
        const unpaid = { status: 'created', payment_id: null, receipt_number: null }
        expect(await donationOf(payment.order_id)).toMatchObject({ ...unpaid, held_payment_id: payment.id })
        const details = { paymentId: payment.id, ordered: { amount: 50_000, currency: 'INR' }, ...wrong }
        expect(await entriesOf(payment.order_id)).toMatchObject([{ action: 'payment.held', actorId: null, details }])
      },
    )

    test('issues one receipt for twenty concurrent calls', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      const answers = await Promise.all(Array.from({ length: 20 }, () => verify(razorpay.proofOf(payment))))
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      expect(await receiptsOf(payment.order_id)).toHaveLength(1)
    })

    test('restores a deleted donation when its payment is captured', async () => {
      const payment = razorpay.addPayment({ order_id: await order() })
      const deleted_at = new Date().toISOString()
      await here.db.updateTable('donations').set({ deleted_at }).where('order_id', '=', payment.order_id).execute()
      await verify(razorpay.proofOf(payment))
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', deleted_at: null })
      expect(await entriesOf(payment.order_id)).toMatchObject([
        { action: 'donation.paid' },
        { action: 'donation.restored', actorId: null },
      ])
    })
  })
})

describe('without a Razorpay account', () => {
  const here = sharedTestApp()

  test.each([
    ['order', { amount: 100 }],
    ['verify', { razorpay_order_id: 'o', razorpay_payment_id: 'p', razorpay_signature: 's' }],
    ['webhook', {}],
  ])('%s returns 503', async (name, sent) => {
    const answer = await here.send('POST', `/donate/${name}`, sent, { by: null })
    expect(answer.statusCode).toBe(503)
    const message = expect.stringMatching(/^Online donations are not set up yet/)
    expect(answer.json()).toMatchObject({ code: 'not_set_up', message })
  })
})

describe('the purpose of an order', () => {
  anyDatabase((engine) => {
    const here = sharedTestApp({ engine, env: razorpay.env })
    const { tryOrder, order, report, donationOf, heldPayments, resolve } = paymentCalls(here, razorpay)
    let school: string
    let fees: string
    let mela: string
    const map = (text: string) =>
      here.db
        .insertInto('purpose_mappings')
        .values({ normalised_text: text.toLowerCase(), text, purpose_id: mela, updated_at: '' })
        .execute()
    const retire = (id: string, retired_at: string | null) =>
      here.db.updateTable('purposes').set({ retired_at }).where('id', '=', id).execute()
    beforeAll(async () => {
      school = (await buildInstitution(here.db)).id
      const names = { name_en: 'School fees', name_hi: 'स्कूल की फ़ीस' }
      fees = (await buildPurpose(here.db, { ...names, institution_id: school, donation_type: 'specific' })).id
      mela = (await buildPurpose(here.db, { name_en: 'Mela', name_hi: 'मेला', retired_at: '2026-01-01' })).id
      await map('Big fair')
    })

    const purposeOf = async (sent: object) => {
      const { purpose, purpose_id, institution_id } = await donationOf(await order(sent))
      return [purpose, purpose_id, institution_id]
    }

    test('is the chosen one, with its institution and its name', async () => {
      expect(await purposeOf({ purposeId: fees })).toEqual(['School fees', fees, school])
      expect(await purposeOf({ purposeId: fees, purpose: 'For Asha' })).toEqual(['For Asha', fees, school])
      expect(await purposeOf({ purposeId: '', purpose: ' ' })).toEqual([null, null, null])
      expect(await purposeOf({ purposeId: null })).toEqual([null, null, null])
    })

    test('is found for a free text by a name in use, or else by a mapping of the text', async () => {
      expect(await purposeOf({ purpose: 'SCHOOL  fees' })).toEqual(['SCHOOL fees', fees, school])
      expect(await purposeOf({ purpose: 'स्कूल की फीस' })).toEqual(['स्कूल की फीस', fees, school])
      expect(await purposeOf({ purpose: 'big Fair' })).toEqual(['big Fair', mela, null])
      expect(await purposeOf({ purpose: 'Mela' })).toEqual(['Mela', null, null])
      expect(await purposeOf({ purpose: 'School' })).toEqual(['School', null, null])
      await map('School fees')
      expect(await purposeOf({ purpose: 'School fees' })).toEqual(['School fees', fees, school])
      await retire(fees, '2026-01-01')
      expect(await purposeOf({ purpose: 'School fees' })).toEqual(['School fees', mela, null])
      await retire(fees, null)
    })

    test('must be in use, or is refused at its field before the call of Razorpay', async () => {
      const calls = razorpay.calls.length
      const count = () => here.db.selectFrom('donations').select('id').execute()
      const before = await count()
      for (const purposeId of [mela, school, 'a'.repeat(24), 'x', '\u0000', 5, 'x'.repeat(101)]) {
        const answer = await tryOrder({ amount: 50_000, purposeId })
        expect([purposeId, answer.statusCode, Object.keys(answer.json().fields)]).toEqual([
          purposeId,
          400,
          ['purposeId'],
        ])
      }
      const { message } = (await tryOrder({ amount: 50_000, purposeId: mela })).json()
      expect(message).toBe('This purpose is no longer offered. Please choose another.')
      expect(razorpay.calls).toHaveLength(calls)
      expect(await count()).toEqual(before)
    })

    test('is kept for the second payment of a paid order', async () => {
      const order_id = await order({ purposeId: fees })
      const [first, second] = [razorpay.addPayment({ order_id }), razorpay.addPayment({ order_id })]
      for (const payment of [first, second]) await report(payment)
      expect(await heldPayments()).toMatchObject([{ paymentId: second.id }])
      expect((await resolve(second, 'record')).statusCode).toBe(200)
      const rows = await here.db
        .selectFrom('donations')
        .select(['payment_id', 'order_id', 'purpose_id', 'institution_id', 'donation_type'])
        .where('payment_id', 'in', [first.id, second.id])
        .orderBy('n')
        .execute()
      const heading = { purpose_id: fees, institution_id: school, donation_type: 'specific' }
      expect(rows).toEqual([
        { payment_id: first.id, order_id, ...heading },
        { payment_id: second.id, order_id: null, ...heading },
      ])
    })

    test('has its name in the language of receipts', async () => {
      const content = { name: 'Seva', receipts: { language: 'hi' } }
      await here.send('PUT', '/settings', { content }, { by: await here.signIn('superadmin') })
      expect(await purposeOf({ purposeId: fees })).toEqual(['स्कूल की फ़ीस', fees, school])
    })
  })
})
