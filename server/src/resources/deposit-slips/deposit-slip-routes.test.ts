import type { SlipGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { updateDonation } from '../../testing/factories.ts'
import { buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

/** 2026-11-20 in the trust's zone. */
const NOW = Date.parse('2026-11-20T06:00:00Z')
const TODAY = '2026-11-20'

anyDatabase((engine) => {
  let server: TestApp
  let keeper: TestSession
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    server = await testApp({ engine })
    keeper = await server.signIn(['Donations'])
  })
  afterAll(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const get = async (path: string) =>
    (await server.app.inject({ url: `/api/deposit-slips${path}`, headers: keeper.bearer })).json()
  const post = (path: string, payload?: object, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/deposit-slips${path}`,
      headers: { ...keeper.bearer, ...headers },
      ...(payload && { payload }),
    })
  const slipOf = (giftIds: readonly string[], more: object = {}) => ({
    ...{
      giftIds,
      amount: giftIds.length * 500_00,
      depositedOn: TODAY,
      slipNumber: '17',
      bankAccount: 'State Bank …4321',
    },
    ...more,
  })
  const storedOf = (id: string) =>
    server.db
      .selectFrom('offline_gifts')
      .select(['deposited_on', 'deposit_slip_id', 'version'])
      .where('donation_id', '=', id)
      .executeTakeFirstOrThrow()
  const openIds = async () => (await get('/open?limit=100')).data.map(({ _id }: { _id: string }) => _id)

  test('lists what is not at the bank, the oldest first, and nothing else', async () => {
    const cheque = await buildOfflineGift(server.db, { mode: 'cheque', received_on: '2026-11-03' })
    const cash = await buildOfflineGift(server.db, { received_on: '2026-11-01', donation: { donor_name: 'Asha' } })
    const collection = await buildOfflineGift(server.db, { mode: 'collection', received_on: '2026-11-02' })
    const draft = await buildOfflineGift(server.db, { mode: 'draft', received_on: '2026-11-04' })
    for (const mode of ['upi', 'bank_transfer', 'card', 'in_kind'] as const) await buildOfflineGift(server.db, { mode })
    await buildOfflineGift(server.db, { deposited_on: TODAY })
    await buildOfflineGift(server.db, { mode: 'cheque', donation: { status: 'failed' } })
    await buildOfflineGift(server.db, { donation: { deleted_at: '2026-11-19T00:00:00.000Z' } })
    const { data, total } = await get('/open')
    const order = [cash, collection, cheque, draft].map(({ donation_id }) => donation_id)
    expect([total, data.map(({ _id }: { _id: string }) => _id)]).toEqual([4, order])
    expect(data[0]).toEqual({
      ...{ _id: cash.donation_id, mode: 'cash', amount: 500_00, receivedOn: '2026-11-01', donorName: 'Asha' },
      ...{ instrumentNumber: '', instrumentDate: null, bank: '', receiptNumber: '' },
    })
    const second = await get('/open?limit=3&page=2')
    expect([second.page, second.data.length]).toEqual([2, 1])
  })

  test('marks gifts as deposited, records it, and shows the slip', async () => {
    const built = [
      await buildOfflineGift(server.db, { donation: { amount: 1_00_001 } }),
      await buildOfflineGift(server.db, { mode: 'cheque', donation: { amount: 99_999 } }),
    ]
    const ids = built.map(({ donation_id }) => donation_id)
    const made = (await post('', slipOf(ids, { amount: 2_00_000, slipNumber: '  17\n' }))).json().data
    expect(made).toMatchObject({
      ...{ depositedOn: TODAY, slipNumber: '17', bankAccount: 'State Bank …4321', count: 2, amount: 2_00_000 },
      ...{ createdBy: keeper.admin.username, cancelledAt: null },
      gifts: [{ amount: 1_00_001 }, { amount: 99_999, instrumentNumber: '000123' }],
    })
    for (const id of ids)
      expect(await storedOf(id)).toEqual({ deposited_on: TODAY, deposit_slip_id: made._id, version: 2 })
    expect(await openIds()).not.toEqual(expect.arrayContaining(ids))
    expect(await historyOf(server.db, made._id)).toMatchObject([
      { action: 'deposit-slip.added', actorId: keeper.admin.id, details: { gifts: 2, amount: 2_00_000, giftIds: ids } },
    ])
    const { gifts, ...slip } = made
    expect((await get('')).data[0]).toEqual(slip)
    // A correction later changes neither the slip nor its total, but the row says so.
    await updateDonation(server.db, ids[0] ?? '', { amount: 5 })
    const [first, ...others] = gifts
    expect((await get(`/${made._id}`)).data).toEqual({ ...made, gifts: [{ ...first, currentAmount: 5 }, ...others] })
  })

  test.each([
    ['no gift', { giftIds: [] }, 'giftIds'],
    ['201 gifts', { giftIds: Array.from({ length: 201 }, (_, at) => `${at}`) }, 'giftIds'],
    ['a gift twice', { giftIds: ['x', 'x'] }, 'giftIds'],
    ['a day in the future', { depositedOn: '2026-11-21' }, 'depositedOn'],
    ['a day that does not exist', { depositedOn: '2026-02-30' }, 'depositedOn'],
    ['no day', { depositedOn: '' }, 'depositedOn'],
    ['no account', { bankAccount: ' \u200b ' }, 'bankAccount'],
    ['a long account', { bankAccount: 'x'.repeat(101) }, 'bankAccount'],
    ['a number as slip number', { slipNumber: { a: 1 } }, 'slipNumber'],
  ])('refuses %s at its field', async (_what, more, field) => {
    const { donation_id } = await buildOfflineGift(server.db)
    const answer = await post('', slipOf([donation_id], more))
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
    expect(await storedOf(donation_id)).toMatchObject({ deposited_on: null, version: 1 })
  })

  test.each([
    ['deposited', { deposited_on: TODAY }, 'The gift of Asha of 20 Nov 2026 was deposited already.'],
    ['bounced', { mode: 'cheque', bounced_on: TODAY }, 'The gift of Asha of 20 Nov 2026 has bounced.'],
    ['by UPI', { mode: 'upi' }, 'The gift of Asha of 20 Nov 2026 did not come by cash, cheque or draft.'],
  ] as const)('refuses a slip with a gift that is %s, and marks none', async (_what, given, message) => {
    const good = await buildOfflineGift(server.db)
    const bad = await buildOfflineGift(server.db, { ...given, donation: { donor_name: 'Asha' } })
    const answer = await post('', slipOf([good.donation_id, bad.donation_id]))
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    expect(await storedOf(good.donation_id)).toMatchObject({ deposited_on: null, deposit_slip_id: null })
  })

  test('names a collection, anonymous and deleted gifts, and gifts received or dated later', async () => {
    const refuse = async (given: Parameters<typeof buildOfflineGift>[1], more: object = {}, language = 'en') => {
      const { donation_id } = await buildOfflineGift(server.db, given)
      return (await post('', slipOf([donation_id], more), { 'accept-language': language })).json().message
    }
    const deleted_at = '2026-11-19T00:00:00.000Z'
    expect(await refuse({ mode: 'collection', donation: { donor_name: null, deleted_at } })).toBe(
      'The collection of 20 Nov 2026 was deleted.',
    )
    const yesterday = { depositedOn: '2026-11-19' }
    expect(await refuse({ donation: { donor_name: null } }, yesterday)).toBe(
      'The anonymous gift of 20 Nov 2026 came after the day of the deposit.',
    )
    expect(await refuse({ donation: { donor_name: 'आशा' } }, yesterday, 'hi')).toBe(
      'आशा का 20 नवंबर 2026 का दान जमा करने के दिन के बाद आया।',
    )
    const cheque = { mode: 'cheque', received_on: '2026-11-18', instrument_date: TODAY } as const
    expect(await refuse({ ...cheque, donation: { donor_name: 'Asha' } }, yesterday)).toBe(
      'The gift of Asha of 18 Nov 2026: the cheque 000123 is dated 20 Nov 2026, after the day of the deposit.',
    )
    const unknown = await post('', slipOf(['f'.repeat(24)]))
    expect([unknown.statusCode, unknown.json().message]).toEqual([409, expect.stringContaining('no longer exists')])
  })

  test('returns 409 with the gifts as they are now when the total is another than the client shows', async () => {
    const [corrected, other] = [await buildOfflineGift(server.db), await buildOfflineGift(server.db)]
    const ids = [corrected.donation_id, other.donation_id]
    await updateDonation(server.db, ids[0] ?? '', { amount: 5_000_00 })
    const answer = await post('', slipOf(ids))
    const message =
      'The amount of a gift was changed meanwhile: the total is now ₹5,500.00. Check the gifts and save again.'
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    expect(
      answer
        .json()
        .current.gifts.map(({ amount }: { amount: number }) => amount)
        .sort(),
    ).toEqual([500_00, 5_000_00])
    expect(await storedOf(other.donation_id)).toMatchObject({ deposited_on: null, version: 1 })
    expect((await post('', slipOf(ids, { amount: 5_500_00 }))).statusCode).toBe(200)
  })

  test('names the first refused gift, counts the others, and returns those that can be deposited', async () => {
    const donation = { donor_name: 'Asha' }
    const refused = [await buildOfflineGift(server.db, { donation }), await buildOfflineGift(server.db)]
    const good = await buildOfflineGift(server.db)
    const ids = refused.map(({ donation_id }) => donation_id)
    expect((await post('', slipOf(ids))).statusCode).toBe(200)
    const { message, current } = (await post('', slipOf([...ids, good.donation_id]))).json()
    expect(message).toBe(
      'The gift of Asha of 20 Nov 2026 was deposited already. 1 other gift cannot be deposited either.',
    )
    expect(current.gifts).toMatchObject([{ _id: good.donation_id, amount: 500_00 }])
  })

  test('cash on a slip is neither deleted nor given another amount until the slip is cancelled', async () => {
    const [cash, cheque] = [await buildOfflineGift(server.db), await buildOfflineGift(server.db, { mode: 'cheque' })]
    const slip = (await post('', slipOf([cash.donation_id, cheque.donation_id]))).json().data
    const send = (method: 'PUT' | 'DELETE', url: string, payload?: object) =>
      server.app.inject({ method, url: `/api/${url}`, headers: keeper.bearer, ...(payload && { payload }) })
    const change = { amount: 6_000_00 }
    const message = 'This money was taken to the bank on a deposit slip. Cancel the deposit slip first.'
    const refused = await send('PUT', `gifts/${cash.donation_id}`, change)
    expect([refused.statusCode, refused.json().fields]).toEqual([409, { amount: message }])
    const kept = await send('DELETE', `donate/${cash.donation_id}`)
    expect([kept.statusCode, kept.json().message]).toEqual([409, message])
    expect((await send('PUT', `gifts/${cash.donation_id}`, { note: 'x' })).json().data).toMatchObject({
      ...{ note: 'x', amount: 500_00, depositSlipId: slip._id },
    })
    expect((await send('PUT', `gifts/${cheque.donation_id}`, change)).statusCode).toBe(200)
    expect((await send('DELETE', `donate/${cheque.donation_id}`)).statusCode).toBe(200)
    expect((await get(`/${slip._id}`)).data.gifts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ mode: 'cash', amount: 500_00, currentAmount: 500_00, isDeleted: false }),
        expect.objectContaining({ mode: 'cheque', amount: 500_00, currentAmount: 6_000_00, isDeleted: true }),
      ]),
    )
    await post(`/${slip._id}/cancel`)
    expect((await send('PUT', `gifts/${cash.donation_id}`, change)).statusCode).toBe(200)
    expect((await send('DELETE', `donate/${cash.donation_id}`)).statusCode).toBe(200)
  })

  test('two desks cannot deposit the same gift', async () => {
    const { donation_id } = await buildOfflineGift(server.db)
    const answers = await Promise.all([1, 2, 3].map(() => post('', slipOf([donation_id]))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  test('a repeated request with its key makes one slip', async () => {
    const { donation_id } = await buildOfflineGift(server.db)
    const headers = { 'idempotency-key': 'a'.repeat(32) }
    const first = (await post('', slipOf([donation_id]), headers)).json()
    const again = (await post('', slipOf([donation_id]), headers)).json()
    expect(again.data).toEqual(first.data)
  })

  test('a cancelled slip opens its gifts again, except those that the bank has cleared or returned', async () => {
    const gifts = [
      await buildOfflineGift(server.db),
      await buildOfflineGift(server.db, { mode: 'cheque' }),
      await buildOfflineGift(server.db, { mode: 'cheque' }),
    ]
    const [cash = '', cleared = '', bounced = ''] = gifts.map(({ donation_id }) => donation_id)
    const slip = (await post('', slipOf([cash, cleared, bounced]))).json().data
    const update = (id: string, set: { cleared_on: string } | { bounced_on: string }) =>
      server.db.updateTable('offline_gifts').set(set).where('donation_id', '=', id).execute()
    await update(cleared, { cleared_on: TODAY })
    await update(bounced, { bounced_on: TODAY })
    const answer = await post(`/${slip._id}/cancel`)
    expect([answer.statusCode, answer.json().data.cancelledAt]).toEqual([200, new Date(NOW).toISOString()])
    expect(await storedOf(cash)).toEqual({ deposited_on: null, deposit_slip_id: null, version: 3 })
    for (const id of [cleared, bounced]) expect(await storedOf(id)).toMatchObject({ deposited_on: TODAY })
    const open = await openIds()
    expect([cash, cleared, bounced].map((id) => open.includes(id))).toEqual([true, false, false])
    const { data } = await get(`/${slip._id}`)
    expect([data.count, data.gifts.length, data.amount]).toEqual([3, 3, 1_500_00])
    const states = new Map(data.gifts.map((gift: SlipGift) => [gift._id, gift]))
    expect([cash, cleared, bounced].map((id) => states.get(id))).toMatchObject([
      { isDeposited: false, clearedOn: null, bouncedOn: null },
      { isDeposited: true, clearedOn: TODAY },
      { isDeposited: true, bouncedOn: TODAY },
    ])
    expect((await historyOf(server.db, slip._id)).map(({ action }) => action)).toEqual([
      'deposit-slip.added',
      'deposit-slip.cancelled',
    ])
    expect((await post(`/${slip._id}/cancel`)).statusCode).toBe(409)
    expect((await post('', slipOf([cash]))).statusCode).toBe(200)
  })

  test.each(['f'.repeat(24), 'nothing'])('knows no slip %s', async (id) => {
    expect((await get(`/${id}`)).code).toBe('not_found')
    expect((await post(`/${id}/cancel`)).statusCode).toBe(404)
  })
})
