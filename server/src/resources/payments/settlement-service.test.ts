import { afterAll, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { recordPayment } from './payment-record-service.ts'
import { parsePayment } from './razorpay-client.ts'
import { readAgainSince, readSettlements, settlementRanges } from './settlement-service.ts'

const NOW = new Date('2026-05-04T03:00:00.000Z')
const [UTR, SETTLED_AT] = ['1568176960vxp0rj', '2026-05-03T06:00:00.000Z']
const SETTLED = { settlement_id: 'setl_1', settlement_utr: UTR, settled_at: SETTLED_AT }
const MAY = ['2026&05&01', '2026&05&02', '2026&05&03']
const NOT_SETTLED = { settlement_id: null, settlement_utr: null, settled_at: null }

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  const here = sharedTestApp({ engine, env: razorpay.env })
  beforeEach(async () => {
    razorpay.trouble = undefined
    razorpay.troubleAfter = 0
    razorpay.gate = undefined
    razorpay.settlements = []
    razorpay.settlementPage = undefined
    razorpay.calls.length = 0
    await here.db.deleteFrom('settlement_reads').execute()
    await here.db.updateTable('donations').set({ payment_id: null, order_id: null }).execute()
  })

  const read = (now = NOW) => readSettlements(here, { now })
  /** The days or months that were requested. */
  const requested = () => [
    ...new Set(razorpay.calls.map((call) => call.replaceAll(/.*combined\?|&count.*|[a-z]+=/g, ''))),
  ]
  const buildPayment = (given: Parameters<typeof buildDonation>[1] = {}) =>
    buildDonation(here.db, { captured_at: '2026-05-01T06:00:00.000Z', ...given })
  const settlementOf = (id: string) =>
    here.db
      .selectFrom('donations')
      .select(['settlement_id', 'settlement_utr', 'settled_at', 'fee', 'fee_tax'])
      .where('id', '=', id)
      .executeTakeFirst()

  /** Adds the item that Razorpay documents for a settled payment, with what differs from it. */
  function settle(paymentId: string | null, given: object = {}, settledAt = SETTLED_AT) {
    const item = {
      ...{ entity_id: paymentId, type: 'payment', debit: 0, credit: 48_820, amount: 50_000, currency: 'INR' },
      ...{ fee: 1180, tax: 180, on_hold: false, settled: true, settled_at: Date.parse(settledAt) / 1000 },
      ...{ settlement_id: 'setl_1', settlement_utr: UTR, payment_id: null, ...given },
    }
    razorpay.settlements.push({ day: settledAt.slice(0, 10), item })
  }

  test('stores the settlement of each payment and the fee that was not known', async () => {
    const gifts = [await buildPayment(), await buildPayment({ fee: 500, fee_tax: 50 }), await buildPayment()]
    const abroad = await buildPayment({ currency: 'USD' })
    const waiting = await buildPayment()
    settle('pay_unknown')
    for (const { payment_id } of [...gifts, abroad]) settle(payment_id)
    settle(waiting.payment_id, { settled: false, settled_at: null, settlement_id: null })
    for (const kind of ['refund', 'adjustment', 'transfer']) settle(waiting.payment_id, { type: kind })
    await read()
    const fees = [
      { fee: 1180, fee_tax: 180 },
      { fee: 500, fee_tax: 50 },
      { fee: 1180, fee_tax: 180 },
    ]
    for (const [at, { id }] of gifts.entries()) expect(await settlementOf(id)).toEqual({ ...SETTLED, ...fees[at] })
    expect(await settlementOf(abroad.id)).toEqual({ ...SETTLED, fee: null, fee_tax: null })
    expect(await settlementOf(waiting.id)).toEqual({ ...NOT_SETTLED, fee: null, fee_tax: null })
    expect(await historyOf(here.db, gifts[0]?.id)).toEqual([])
  })

  test('reads once a day, from the first payment, then the days since with a few before', async () => {
    await read()
    expect(requested()).toEqual([])
    await buildPayment({ captured_at: '2026-03-30T20:00:00.000Z' })
    await read()
    expect(requested()).toEqual(['2026&03&31', '2026&04', ...MAY])
    razorpay.calls.length = 0
    await read()
    expect(requested()).toEqual([])
    await read(new Date('2026-05-04T18:30:00.000Z'))
    expect(requested()).toEqual(['2026&04&30', ...MAY, '2026&05&04'])
  })

  test('reads from the day of a capture again that is recorded later', async () => {
    await buildPayment()
    await read()
    const unpaid = { status: 'created', payment_id: null, order_id: 'order_late' }
    const { id, amount } = await buildPayment({ ...unpaid, created_at: '2026-05-01T19:00:00.000Z' })
    settle('pay_late')
    await read(new Date('2026-05-12T03:00:00.000Z'))
    expect(await settlementOf(id)).toMatchObject(NOT_SETTLED)
    const capturedAt = new Date('2026-05-01T20:00:00.000Z')
    const entity = {
      id: 'pay_late',
      order_id: 'order_late',
      amount,
      currency: 'INR',
      status: 'captured',
      captured: true,
    }
    const payment = parsePayment(entity, capturedAt)
    if (!payment) throw new Error('unreadable')
    await here.db
      .transaction()
      .execute((transaction) => recordPayment(transaction, here, { ...payment, capturedAt }, { isChecked: true }))
    await read(new Date('2026-05-12T04:00:00.000Z'))
    expect(await settlementOf(id)).toMatchObject(SETTLED)
  })

  test('keeps the earlier day of a capture that is recorded while it reads', async () => {
    await buildPayment()
    let open: () => void = () => undefined
    razorpay.gate = new Promise((resolve) => {
      open = resolve
    })
    const reading = read()
    await expect.poll(() => razorpay.calls).toHaveLength(1)
    await here.db.transaction().execute((transaction) => readAgainSince(transaction, new Date('2026-04-20')))
    open()
    await reading
    expect(await here.db.selectFrom('settlement_reads').selectAll().execute()).toEqual([
      { id: 1, read_until: '2026-04-19' },
    ])
  })

  test('takes the latest settlement of a payment, and a UTR that comes later', async () => {
    const [retried, confirmed] = [await buildPayment(), await buildPayment()]
    settle(retried.payment_id, { settlement_id: 'setl_1' })
    settle(retried.payment_id, { settlement_id: 'setl_0' }, '2026-05-02T06:00:00.000Z')
    settle(confirmed.payment_id, { settlement_utr: null })
    await read()
    expect(await settlementOf(retried.id)).toMatchObject(SETTLED)
    expect(await settlementOf(confirmed.id)).toMatchObject({ ...SETTLED, settlement_utr: null })
    settle(confirmed.payment_id)
    await read(new Date('2026-05-05T03:00:00.000Z'))
    expect(await settlementOf(confirmed.id)).toMatchObject(SETTLED)
  })

  test('ignores damaged items and reads the others', async () => {
    const { id, payment_id } = await buildPayment()
    const odd = [null, 'x', 7, [], {}]
    for (const item of odd) razorpay.settlements.push({ day: '2026-05-03', item })
    for (const field of ['entity_id', 'settlement_id', 'settled_at']) settle(payment_id, { [field]: { toString: 1 } })
    await read()
    expect(await settlementOf(id)).toMatchObject(NOT_SETTLED)
    settle(payment_id, { settlement_utr: 'a\u0000b', fee: -1, tax: 'x', currency: null })
    await read(new Date('2026-05-05T03:00:00.000Z'))
    expect(await settlementOf(id)).toEqual({ ...SETTLED, settlement_utr: null, fee: null, fee_tax: null })
  })

  test.each(['break before', 'break within', 400, 401, 429, 500] as const)(
    'goes on where it stopped after a failure of Razorpay: %s',
    async (trouble) => {
      const { id, payment_id } = await buildPayment({ captured_at: '2026-03-30T06:00:00.000Z' })
      settle(payment_id)
      const readUntil = () => here.db.selectFrom('settlement_reads').select('read_until').execute()
      const failAt = async (calls: number) => {
        razorpay.calls.length = 0
        razorpay.troubleAfter = calls
        razorpay.trouble = trouble
        await expect(read()).rejects.toThrow('/v1/settlements/recon/combined')
        razorpay.trouble = undefined
        return requested()
      }
      expect(await failAt(3)).toEqual(['2026&03&30', '2026&03&31', '2026&04', '2026&05&01'])
      expect(await readUntil()).toEqual([{ read_until: '2026-04-30' }])
      expect(await failAt(1)).toEqual(['2026&04&27', '2026&04&28'])
      expect(await readUntil()).toEqual([{ read_until: '2026-04-30' }])
      razorpay.calls.length = 0
      await read()
      expect(requested()).toEqual(['27', '28', '29', '30'].map((day) => `2026&04&${day}`).concat(MAY))
      expect(await readUntil()).toEqual([{ read_until: '2026-05-03' }])
      expect(await settlementOf(id)).toMatchObject(SETTLED)
    },
  )

  test('rejects a report that is no list, or repeats its pages', async () => {
    await buildPayment()
    razorpay.settlementPage = { items: 'none' }
    await expect(read()).rejects.toThrow('no valid list')
    razorpay.settlementPage = { items: [{}] }
    await expect(read()).rejects.toThrow('twice')
  })

  test('reads nothing without keys, or after a stop', async () => {
    const { payment_id } = await buildPayment()
    settle(payment_id)
    await readSettlements({ ...here, config: { ...here.config, razorpay: undefined } }, { now: NOW })
    expect(razorpay.calls).toEqual([])
    await readSettlements(here, { now: NOW, signal: AbortSignal.abort() })
    expect(await here.db.selectFrom('settlement_reads').selectAll().execute()).toEqual([])
  })

  test('reads the days again that it read while the clock was ahead', async () => {
    await buildPayment()
    await read(new Date('2027-05-04T03:00:00.000Z'))
    razorpay.calls.length = 0
    await read()
    expect(requested().at(-1)).toBe('2026&05&03')
  })
})

test('splits days into whole months and single days', () => {
  const partsOf = (from: string, to: string) =>
    settlementRanges(from, to).map(({ range }) => Object.values(range).join('-'))
  expect(partsOf('2026-01-30', '2026-03-02')).toEqual([
    '2026-01-30',
    '2026-01-31',
    '2026-02',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(partsOf('2026-02-01', '2026-02-27')).toHaveLength(27)
  expect(partsOf('2026-02-02', '2026-02-01')).toEqual([])
})
