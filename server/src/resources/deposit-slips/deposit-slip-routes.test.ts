import type { Section } from '@sevadesk/contract/accounts/section.ts'
import type { SlipGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { updateDonation } from '../../testing/factories.ts'
import { NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
import { buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type CallOptions, sharedTestApp } from '../../testing/shared-app.ts'

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const get = (path: string) => here.read(`/deposit-slips${path}`)
  const post = (path: string, payload?: object, options?: CallOptions) =>
    here.send('POST', `/deposit-slips${path}`, payload, options)
  const build = (given?: Parameters<typeof buildOfflineGift>[1]) => buildOfflineGift(here.db, given)
  const refusal = async (response: ReturnType<typeof post>) => {
    const { statusCode, body } = await response
    return [statusCode, JSON.parse(body).message]
  }
  const slipOf = (giftIds: readonly string[], more: object = {}) => ({
    ...{ giftIds, amount: giftIds.length * 500_00, depositedOn: TODAY, slipNumber: '17' },
    ...{ bankAccount: 'State Bank …4321', ...more },
  })
  const storedOf = (id: string) =>
    here.db
      .selectFrom('offline_gifts')
      .select(['deposited_on', 'deposit_slip_id', 'version'])
      .where('donation_id', '=', id)
      .executeTakeFirstOrThrow()
  const openIds = async () => (await get('/open?limit=100')).data.map(({ _id }: { _id: string }) => _id)

  test('lists what is not at the bank, the oldest first, and nothing else', async () => {
    const cheque = await build({ mode: 'cheque', received_on: '2026-11-03' })
    const cash = await build({ received_on: '2026-11-01', donation: { donor_name: 'Asha' } })
    const collection = await build({ mode: 'collection', received_on: '2026-11-02' })
    const draft = await build({ mode: 'draft', received_on: '2026-11-04' })
    for (const mode of ['upi', 'bank_transfer', 'card', 'in_kind'] as const) await build({ mode })
    await build({ deposited_on: TODAY })
    await build({ mode: 'cheque', donation: { status: 'failed' } })
    await build({ donation: { deleted_at: '2026-11-19T00:00:00.000Z' } })
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
      await build({ donation: { amount: 1_00_001 } }),
      await build({ mode: 'cheque', donation: { amount: 99_999 } }),
    ]
    const ids = built.map(({ donation_id }) => donation_id)
    const made = (await post('', slipOf(ids, { amount: 2_00_000, slipNumber: '  17\n' }))).json().data
    expect(made).toMatchObject({
      ...{ depositedOn: TODAY, slipNumber: '17', bankAccount: 'State Bank …4321', count: 2, amount: 2_00_000 },
      ...{ createdBy: here.staff.admin.username, cancelledAt: null },
      gifts: [{ amount: 1_00_001 }, { amount: 99_999, instrumentNumber: '000123' }],
    })
    for (const id of ids)
      expect(await storedOf(id)).toEqual({ deposited_on: TODAY, deposit_slip_id: made._id, version: 2 })
    expect(await openIds()).not.toEqual(expect.arrayContaining(ids))
    expect(await historyOf(here.db, made._id)).toMatchObject([
      {
        action: 'deposit-slip.added',
        actorId: here.staff.admin.id,
        details: { gifts: 2, amount: 2_00_000, giftIds: ids },
      },
    ])
    const { gifts, ...slip } = made
    expect((await get('')).data[0]).toEqual(slip)
    // A correction later changes neither the slip nor its total, but the row says so.
    await updateDonation(here.db, ids[0] ?? '', { amount: 5 })
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
    const { donation_id } = await build()
    const answer = await post('', slipOf([donation_id], more))
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
    expect(await storedOf(donation_id)).toMatchObject({ deposited_on: null, version: 1 })
  })

  test.each([
    ['deposited', { deposited_on: TODAY }, 'The gift of Asha of 20 Nov 2026 was deposited already.'],
    ['bounced', { mode: 'cheque', bounced_on: TODAY }, 'The gift of Asha of 20 Nov 2026 has bounced.'],
    ['by UPI', { mode: 'upi' }, 'The gift of Asha of 20 Nov 2026 did not come by cash, cheque or draft.'],
  ] as const)('refuses a slip with a gift that is %s, and marks none', async (_what, given, message) => {
    const good = await build()
    const bad = await build({ ...given, donation: { donor_name: 'Asha' } })
    const answer = await post('', slipOf([good.donation_id, bad.donation_id]))
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    expect(await storedOf(good.donation_id)).toMatchObject({ deposited_on: null, deposit_slip_id: null })
  })

  test('names a collection, anonymous and deleted gifts, and gifts received or dated later', async () => {
    const refuse = async (given: Parameters<typeof build>[0], more: object = {}, options?: CallOptions) =>
      (await refusal(post('', slipOf([(await build(given)).donation_id], more), options)))[1]
    const deleted_at = '2026-11-19T00:00:00.000Z'
    expect(await refuse({ mode: 'collection', donation: { donor_name: null, deleted_at } })).toBe(
      'The collection of 20 Nov 2026 was deleted.',
    )
    const yesterday = { depositedOn: '2026-11-19' }
    expect(await refuse({ donation: { donor_name: null } }, yesterday)).toBe(
      'The anonymous gift of 20 Nov 2026 came after the day of the deposit.',
    )
    expect(await refuse({ donation: { donor_name: 'आशा' } }, yesterday, { language: 'hi' })).toBe(
      'आशा का 20 नवंबर 2026 का दान जमा करने के दिन के बाद आया।',
    )
    const cheque = { mode: 'cheque', received_on: '2026-11-18', instrument_date: TODAY } as const
    expect(await refuse({ ...cheque, donation: { donor_name: 'Asha' } }, yesterday)).toBe(
      'The gift of Asha of 18 Nov 2026: the cheque 000123 is dated 20 Nov 2026, after the day of the deposit.',
    )
    const gone = [409, expect.stringContaining('no longer exists')]
    expect(await refusal(post('', slipOf(['f'.repeat(24)])))).toEqual(gone)
  })

  test('returns 409 with the gifts as they are now when the total is another than the client shows', async () => {
    const [corrected, other] = [await build(), await build()]
    const ids = [corrected.donation_id, other.donation_id]
    await updateDonation(here.db, ids[0] ?? '', { amount: 5_000_00 })
    const answer = await post('', slipOf(ids))
    const message =
      'The amount of a gift was changed meanwhile: the total is now ₹5,500.00. Check the gifts and save again.'
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    const amounts = answer.json().current.gifts.map(({ amount }: SlipGift) => amount)
    expect(amounts.sort()).toEqual([500_00, 5_000_00])
    expect(await storedOf(other.donation_id)).toMatchObject({ deposited_on: null, version: 1 })
    expect((await post('', slipOf(ids, { amount: 5_500_00 }))).statusCode).toBe(200)
  })

  test('names the first refused gift, counts the others, and returns those that can be deposited', async () => {
    const donation = { donor_name: 'Asha' }
    const refused = [await build({ donation }), await build()]
    const good = await build()
    const ids = refused.map(({ donation_id }) => donation_id)
    expect((await post('', slipOf(ids))).statusCode).toBe(200)
    const { message, current } = (await post('', slipOf([...ids, good.donation_id]))).json()
    expect(message).toBe(
      'The gift of Asha of 20 Nov 2026 was deposited already. 1 other gift cannot be deposited either.',
    )
    expect(current.gifts).toMatchObject([{ _id: good.donation_id, amount: 500_00 }])
  })

  test('cash on a slip is neither deleted nor given another amount until the slip is cancelled', async () => {
    const [cash, cheque] = [await build(), await build({ mode: 'cheque' })]
    const slip = (await post('', slipOf([cash.donation_id, cheque.donation_id]))).json().data
    const change = (id: string, sent: object) => here.send('PUT', `/gifts/${id}`, sent)
    const remove = (id: string) => here.send('DELETE', `/donate/${id}`)
    const amount = 6_000_00
    const message = 'This money was taken to the bank on a deposit slip. Cancel the deposit slip first.'
    const refused = await change(cash.donation_id, { amount })
    expect([refused.statusCode, refused.json().fields]).toEqual([409, { amount: message }])
    expect(await refusal(remove(cash.donation_id))).toEqual([409, message])
    const heldBySlip = async (id: string) => (await here.read(`/donate/${id}`)).data.offlineGift.heldBySlip
    expect([await heldBySlip(cash.donation_id), await heldBySlip(cheque.donation_id)]).toEqual([slip._id, null])
    const rowFor = async (section: Section, path: string) => {
      const { data } = await here.read(path, { by: await here.signIn([section]) })
      return data.find(({ _id }: { _id: string }) => _id === cash.donation_id)
    }
    const forInformation = await rowFor('UserInformation', '/donate?page=1&limit=100')
    expect(forInformation.offlineGift).toMatchObject({ receivedOn: cash.received_on, heldBySlip: true })
    const forDashboard = await rowFor('Dashboard', '/donate/successful?limit=100')
    expect(forDashboard.offlineGift).toEqual({ enteredAt: cash.entered_at })
    expect((await change(cash.donation_id, { note: 'x' })).json().data).toMatchObject({
      ...{ note: 'x', amount: 500_00, depositSlipId: slip._id },
    })
    expect((await change(cheque.donation_id, { amount })).statusCode).toBe(200)
    expect((await remove(cheque.donation_id)).statusCode).toBe(200)
    expect((await get(`/${slip._id}`)).data.gifts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ mode: 'cash', amount: 500_00, currentAmount: 500_00, isDeleted: false }),
        expect.objectContaining({ mode: 'cheque', amount: 500_00, currentAmount: 6_000_00, isDeleted: true }),
      ]),
    )
    await post(`/${slip._id}/cancel`)
    expect(await heldBySlip(cash.donation_id)).toBeNull()
    expect((await change(cash.donation_id, { amount })).statusCode).toBe(200)
    expect((await remove(cash.donation_id)).statusCode).toBe(200)
  })

  test('two desks cannot deposit the same gift', async () => {
    const { donation_id } = await build()
    const answers = await Promise.all([1, 2, 3].map(() => post('', slipOf([donation_id]))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  test('a repeated request with its key makes one slip', async () => {
    const { donation_id } = await build()
    const send = async () => (await post('', slipOf([donation_id]), { key: 'a'.repeat(32) })).json().data
    expect(await send()).toEqual(await send())
  })

  test('a cancelled slip opens its gifts again, except those that the bank has cleared or returned', async () => {
    const gifts = [await build(), await build({ mode: 'cheque' }), await build({ mode: 'cheque' })]
    const [cash = '', cleared = '', bounced = ''] = gifts.map(({ donation_id }) => donation_id)
    const slip = (await post('', slipOf([cash, cleared, bounced]))).json().data
    const update = (id: string, set: { cleared_on: string } | { bounced_on: string }) =>
      here.db.updateTable('offline_gifts').set(set).where('donation_id', '=', id).execute()
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
    const actions = (await historyOf(here.db, slip._id)).map(({ action }) => action)
    expect(actions).toEqual(['deposit-slip.added', 'deposit-slip.cancelled'])
    expect((await post(`/${slip._id}/cancel`)).statusCode).toBe(409)
    expect((await post('', slipOf([cash]))).statusCode).toBe(200)
  })

  test.each(['f'.repeat(24), 'nothing'])('knows no slip %s', async (id) => {
    expect((await get(`/${id}`)).code).toBe('not_found')
    expect((await post(`/${id}/cancel`)).statusCode).toBe(404)
  })
})
