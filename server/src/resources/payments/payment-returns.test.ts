import fc from 'fast-check'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import {
  AMOUNT,
  CAPTURE,
  DAY_MS,
  dispute,
  type Report,
  refund,
  reportedPayments,
  START,
  UNCAPTURED,
  WHOLE,
} from '../../testing/gifts/reported-payments.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

/** The state after the reports in any order: status, refunded, lost, day of the loss, reasons in the list. */
const CASES: Record<string, [Report[], (string | number | null)[]]> = {
  'a refund': [
    [CAPTURE, refund('processed', 1, WHOLE)],
    ['refunded', AMOUNT, null, null],
  ],
  'a failed refund that Razorpay takes off': [
    [CAPTURE, refund('processed', 1, WHOLE), refund('failed', 2, {})],
    ['captured', null, null, null],
  ],
  'a failed refund that Razorpay still counts': [
    [CAPTURE, refund('processed', 1, WHOLE), refund('failed', 2, WHOLE)],
    ['captured', null, null, null],
  ],
  'a failed refund and another one': [
    [
      ...[CAPTURE, refund('processed', 1, WHOLE), refund('failed', 2, {})],
      {
        kind: 'refund.processed',
        day: 3,
        payment: { amount_refunded: 10_000 },
        returned: { id: 'rfnd_2', amount: 10_000 },
      },
    ],
    ['captured', 10_000, null, null],
  ],
  'two refunds that both fail': [
    [
      ...[CAPTURE, refund('processed', 1, { amount_refunded: 40_000 }, 40_000), refund('failed', 2, {}, 40_000)],
      ...[refund('processed', 3, WHOLE), refund('failed', 4, {})].map((report) => ({
        ...{ ...report, returned: { id: 'rfnd_2', amount: AMOUNT } },
      })),
    ],
    ['captured', null, null, null],
  ],
  'a refund of an uncaptured payment whose capture is reported too': [
    [CAPTURE, refund('processed', 1, UNCAPTURED)],
    ['refunded', AMOUNT, null, null],
  ],
  'a refund that is larger than the payment': [
    [CAPTURE, refund('processed', 1, { amount_refunded: AMOUNT + 1 }, AMOUNT + 1)],
    ['captured', null, null, null, 'refund-exceeds'],
  ],
  'a refund that is larger than the payment, then the right one': [
    [
      CAPTURE,
      refund('processed', 1, { status: 'refunded', amount_refunded: 1e9 }, 1e9),
      refund('processed', 2, { amount_refunded: 100 }, 100),
    ],
    ['captured', 100, null, null],
  ],
  'a refund that is larger than the payment, then the payment with that total': [
    [
      CAPTURE,
      refund('processed', 1, { amount_refunded: 1e9 }, 1e9),
      { ...CAPTURE, payment: { status: 'refunded', amount_refunded: 1e9 } },
      refund('processed', 2, { amount_refunded: 100 }, 100),
    ],
    ['captured', 100, null, null],
  ],
  'a refund that was never processed and failed': [
    [
      CAPTURE,
      refund('processed', 1, { amount_refunded: 10_000 }, 10_000),
      { ...refund('failed', 2, { amount_refunded: 10_000 }), returned: { id: 'rfnd_2', amount: 40_000 } },
    ],
    ['captured', 10_000, null, null],
  ],
  'an excess, its correction, and another excess': [
    [
      ...[CAPTURE, refund('processed', 1, {}, 1e9), refund('processed', 2, { amount_refunded: 100 }, 100)],
      { kind: 'refund.processed', day: 3, returned: { id: 'rfnd_2', amount: 1e9 } },
    ],
    ['captured', 100, null, null, 'refund-exceeds'],
  ],
  'a refund that is processed and fails in one second': [
    [CAPTURE, refund('processed', 1, WHOLE), refund('failed', 1, {})],
    ['captured', null, null, null],
  ],
  'a dispute that is opened, won and lost in one second': [
    [CAPTURE, dispute('created', 1), dispute('won', 1), dispute('lost', 1)],
    ['captured', null, 20_000, '2026-05-11'],
  ],
  'an open dispute': [
    [CAPTURE, dispute('created', 1)],
    ['captured', null, null, null, 'disputed'],
  ],
  'a won dispute': [
    [CAPTURE, dispute('created', 1), dispute('won', 2)],
    ['captured', null, null, null],
  ],
  'a closed dispute': [
    [CAPTURE, dispute('created', 1), dispute('closed', 2)],
    ['captured', null, null, null],
  ],
  'a lost dispute that is closed': [
    [CAPTURE, dispute('created', 1), dispute('lost', 2), dispute('closed', 3)],
    ['captured', null, 20_000, '2026-05-12'],
  ],
  'a lost dispute that is opened again and closed': [
    [CAPTURE, dispute('created', 1), dispute('lost', 2), dispute('created', 3), dispute('closed', 4)],
    ['captured', null, 20_000, '2026-05-12'],
  ],
  'a dispute that is closed and opened again': [
    [CAPTURE, dispute('created', 1), dispute('closed', 2), dispute('created', 3)],
    ['captured', null, null, null, 'disputed'],
  ],
  'a won dispute that is opened again': [
    [CAPTURE, dispute('created', 1), dispute('won', 2), dispute('created', 3)],
    ['captured', null, null, null, 'disputed'],
  ],
  'a won dispute that is opened again and lost': [
    [CAPTURE, dispute('created', 1), dispute('won', 2), dispute('created', 3), dispute('lost', 4)],
    ['captured', null, 20_000, '2026-05-14'],
  ],
  'a lost dispute': [
    [CAPTURE, dispute('created', 1), dispute('lost', 2, { amount_deducted: 15_000 })],
    ['captured', null, 15_000, '2026-05-12'],
  ],
  'a lost dispute of a payment that is refunded in part': [
    [CAPTURE, refund('processed', 1, { amount_refunded: 40_000 }, 40_000), dispute('lost', 2)],
    ['captured', 40_000, 10_000, '2026-05-12'],
  ],
  'a lost dispute that is won at last': [
    [CAPTURE, dispute('created', 1), dispute('lost', 2), dispute('won', 3)],
    ['captured', null, null, null],
  ],
  'a lost dispute in another currency': [
    [CAPTURE, dispute('lost', 2, { currency: 'USD', amount: 600 })],
    ['captured', null, AMOUNT, '2026-05-12'],
  ],
}

eachDatabase((engine) => {
  const env = { ...razorpay.env, PUBLIC_CALLS_PER_HOUR: '10000', UNPAID_ORDERS_PER_DAY: '10000' }
  const here = sharedTestApp({ engine, env })
  const { buildPayment, buildAttempt, resolve, donationOf, entriesOf } = reportedPayments(here, razorpay, engine)

  async function stateAfter(reports: readonly Report[]) {
    const { payment, send, stage, reasons } = await buildPayment()
    stage(reports)
    for (const each of reports) expect((await send(each)).statusCode).toBe(200)
    const { status, refunded_amount, lost_amount, lost_at } = await donationOf(payment.order_id)
    return [status, refunded_amount, lost_amount, lost_at?.slice(0, 10) ?? null, ...(await reasons())]
  }

  test.each(Object.entries(CASES))(
    '%s ends in one state for reports in any order',
    async (_name, [reports, expected]) => {
      expect(await stateAfter(reports)).toEqual(expected)
      const anyOrder = fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 })
      const property = fc.asyncProperty(anyOrder, async (shuffled) => {
        expect(await stateAfter(shuffled)).toEqual(expected)
      })
      await fc.assert(property, { numRuns: 8 })
    },
  )

  test('takes a refund back that an earlier version recorded', async () => {
    const { payment, send } = await buildPayment()
    await send(CAPTURE)
    const old = { status: 'refunded', refunded_amount: AMOUNT }
    await here.db.updateTable('donations').set(old).where('order_id', '=', payment.order_id).execute()
    await send(refund('failed', 2, {}))
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: null })
  })

  test('keeps a donation as its payment says, whatever is reported of another attempt, in any order', async () => {
    for (const isFirst of [true, false]) {
      const { payment, send } = await buildPayment()
      const other = buildAttempt(payment.order_id)
      const sendOthers = async () => {
        for (const status of ['authorized', 'failed'])
          await other.send(`payment.${status}`, { status, captured: false })
        await other.sendRefund()
      }
      const own = [CAPTURE, dispute('lost', 2)]
      if (isFirst) await sendOthers()
      for (const each of own) await send(each)
      if (!isFirst) await sendOthers()
      expect(await donationOf(payment.order_id)).toMatchObject({
        ...{ payment_id: payment.id, status: 'captured', refunded_amount: null, lost_amount: 20_000 },
      })
      const actions = (await entriesOf(payment.order_id)).map(({ action }) => action)
      expect(actions).toEqual(['donation.paid', 'payment.dispute-lost'])
    }
  })

  test.each([
    [10_000, 40_000],
    [40_000, 10_000],
  ])('keeps a refund of %d that an earlier version recorded if another of %d fails', async (stored, failed) => {
    const { payment, send, stage } = await buildPayment()
    await send(CAPTURE)
    stage([{ ...refund('processed', 1, {}, stored), returned: { id: 'rfnd_2', amount: stored } }])
    const old = { refunded_amount: stored }
    await here.db.updateTable('donations').set(old).where('order_id', '=', payment.order_id).execute()
    await send(refund('failed', 2, { amount_refunded: stored }, failed))
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: stored })
  })

  test.each([
    ['that only a total had counted', 'failed', 10_000],
    ['of the amount of another one whose report was lost', 'processed', 35_000],
    ['of the amount of another one that waits', 'pending', 35_000],
  ])('asks Razorpay for the refunds after a failed one %s', async (_name, state, refunded) => {
    const { payment, send, stage } = await buildPayment()
    const total = { amount_refunded: 35_000 }
    const refundOf = (id: string, amount: number) => ({ payment: total, returned: { id, amount } })
    await send(CAPTURE)
    await send({ kind: 'refund.processed', day: 1, ...refundOf('rfnd_1', 10_000) })
    stage([{ kind: `refund.${state}`, day: 2, ...refundOf('rfnd_3', 25_000) }])
    await send({ kind: 'refund.failed', day: 2, ...refundOf('rfnd_2', 25_000) })
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: refunded })
  })

  test.each([
    ['behind', 1000],
    ['ahead of', 1],
  ])(
    'replaces a refund larger than the payment by the fetched refunds, with a clock %s Razorpay’s',
    async (_name, day) => {
      const { payment, send, stage, reasons } = await buildPayment()
      stage([refund('processed', day + 1, {}, 100)])
      for (const each of [CAPTURE, refund('processed', day, { amount_refunded: 1e9 }, 1e9)]) await send(each)
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: 100 })
      expect(await reasons()).toEqual([])
    },
  )

  test('does not count a refund that failed while Razorpay was asked about another one', async () => {
    const { payment, send, stage } = await buildPayment()
    const other = (kind: string, day: number) => ({ kind, day, returned: { id: 'rfnd_2', amount: 25_000 } })
    // Later than the server's clock.
    const failed = { ...refund('failed', 1000, {}, 10_000) }
    for (const each of [CAPTURE, refund('processed', 1, {}, 10_000), other('refund.processed', 1), failed])
      await send(each)
    stage([refund('processed', 1001, {}, 10_000)])
    await send(other('refund.failed', 2))
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: null })
  })

  test.each([500, 401, 408, 429])(
    'refuses a failed refund while Razorpay answers %d, and records it when it is sent again',
    async (trouble) => {
      const { payment, send } = await buildPayment()
      for (const each of [CAPTURE, refund('processed', 1, WHOLE)]) await send(each)
      razorpay.trouble = trouble
      expect((await send(refund('failed', 2, {}))).statusCode).toBe(502)
      razorpay.trouble = undefined
      expect((await send(refund('failed', 2, {}))).statusCode).toBe(200)
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: null })
    },
  )

  test.each([400, 404])(
    'holds a payment whose refund failed if Razorpay answers %d, until a user removes it',
    async (trouble) => {
      const { payment, send, reasons } = await buildPayment()
      for (const each of [CAPTURE, refund('processed', 1, WHOLE)]) await send(each)
      onTestFinished(() => {
        razorpay.trouble = undefined
      })
      razorpay.trouble = trouble
      expect((await send(refund('failed', 2, {}))).statusCode).toBe(200)
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'refunded', held_payment_id: payment.id })
      expect(await reasons()).toEqual(['refund-unknown'])
      expect((await resolve(payment, 'record')).statusCode).toBe(200)
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'refunded', held_payment_id: null })
      expect(await reasons()).toEqual([])
      expect((await resolve(payment, 'record')).statusCode).toBe(404)
      const actions = (await entriesOf(payment.order_id)).map(({ action }) => action)
      expect(actions.slice(-2)).toEqual(['payment.held', 'payment.recorded'])
      const another = { kind: 'refund.failed', day: 1000, returned: { id: 'rfnd_2', amount: AMOUNT } }
      expect((await send(another)).statusCode).toBe(200)
      expect(await reasons()).toEqual(['refund-unknown'])
    },
  )

  test.each([2 ** 60, -100, 0, 1.5, null, '100'])('holds a refund of the wrong amount %s', async (amount) => {
    const { payment, send, reasons } = await buildPayment()
    const wrong = { kind: 'refund.processed', day: 1, returned: { id: 'rfnd_1', amount } }
    for (const each of [CAPTURE, wrong]) await send(each)
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: null })
    expect(await reasons()).toEqual(['refund-exceeds'])
    await send({ ...refund('failed', 2, {}, 100), returned: { id: 'rfnd_2', amount: 100 } })
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: null })
  })

  test('holds a refund that is larger than the payment together with another one', async () => {
    const { payment, send, reasons } = await buildPayment()
    const second = { kind: 'refund.processed', day: 2, returned: { id: 'rfnd_2', amount: 30_000 } }
    for (const each of [CAPTURE, refund('processed', 1, {}, 30_000), second]) await send(each)
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', refunded_amount: 30_000 })
    expect(await reasons()).toEqual(['refund-exceeds'])
  })

  test('records refunds, failures and disputes in the history, each once', async () => {
    const { payment, send } = await buildPayment()
    const reports = [refund('processed', 1, WHOLE), refund('failed', 2, {}), dispute('created', 3), dispute('lost', 4)]
    for (const each of [CAPTURE, ...reports, ...reports]) await send(each)
    expect((await entriesOf(payment.order_id)).map(({ action }) => action)).toEqual([
      ...['donation.paid', 'donation.refunded', 'donation.refund-failed'],
      ...['payment.dispute-open', 'payment.dispute-lost'],
    ])
  })

  test('lists a dispute with its amount, counts it, and lets no call resolve it', async () => {
    const { payment, send, listed } = await buildPayment()
    const { heldPayments: before } = await here.read('/donate/summary')
    for (const each of [CAPTURE, dispute('created', 1)]) await send(each)
    const { id } = await donationOf(payment.order_id)
    const heldAt = new Date(START + DAY_MS).toISOString()
    expect(await listed()).toMatchObject([
      { donationId: id, reason: 'disputed', amount: 20_000, orderedAmount: AMOUNT, heldAt, isDisputed: true },
    ])
    expect((await here.read('/donate/summary')).heldPayments).toBe(before + 1)
    expect((await resolve(payment, 'record')).statusCode).toBe(404)
  })

  test('takes a lost dispute off groups and the export on its day, and leaves list, cards and CSV', async () => {
    const { payment, send } = await buildPayment({}, { donorPhone: '+919876500001' })
    const { data: cards } = await here.read('/donate/summary')
    const total = async (from: string, to: string, by: string) =>
      (await here.read(`/donate/groups?by=${by}&from=${from}&to=${to}`)).data.total
    const [may, june] = [
      ['2026-05-01', '2026-05-31'],
      ['2026-06-01', '2026-06-30'],
    ] as const
    await send(CAPTURE)
    const { id, receipt_number } = await donationOf(payment.order_id)
    await here.db
      .updateTable('donations')
      .set({ captured_at: new Date(START).toISOString() })
      .where('id', '=', id)
      .execute()
    const before = await Promise.all([total(...may, 'month'), total(...june, 'month')])
    await send(dispute('lost', 25))
    for (const by of ['month', 'purpose', 'mode', 'collector']) {
      const [inMay, inJune] = [await total(...may, by), await total(...june, by)]
      expect([by, inMay, inJune]).toEqual([by, before[0], { ...before[1], amount: before[1].amount - 20_000 }])
    }
    const lines = async ([from, to]: readonly [string, string]) => {
      const { body } = await here.send('GET', `/donate/accountant?from=${from}&to=${to}`)
      return body.split('\r\n').filter((line: string) => line.includes(payment.id))
    }
    expect(await lines(may)).toEqual([expect.stringContaining(`"${receipt_number}"`)])
    expect(await lines(june)).toEqual([expect.stringMatching(/2026-06-04,"Dispute lost",.*,-200\.00,/)])
    const { donor_id } = await donationOf(payment.order_id)
    const { years } = (await here.read(`/donors/${donor_id}`)).data
    expect(years).toMatchObject([{ year: '2026-27', count: 1, amount: AMOUNT - 20_000 }])
    expect((await here.read(`/donate/${id}`)).data).toMatchObject({ localStatus: 'captured', lostAmount: 20_000 })
    const after = (await here.read('/donate/summary')).data
    expect(after.totalAmount).toBe(cards.totalAmount + AMOUNT)
  })
})
