import type { SlipGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { CASH, CHEQUE, type GiftCalls, giftCalls, NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

anyDatabase((engine) => {
  let here: TestApp
  let gifts: GiftCalls
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    here = await testApp({ engine })
    gifts = await giftCalls(here)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await here.close()
  })

  const get = async (path: string) => (await gifts.send('GET', path)).json().data
  const find = async (search: string) => {
    const rows: { _id: string }[] = await get(`/donate?page=1&limit=10&search=${encodeURIComponent(search)}`)
    return rows.map(({ _id }) => _id)
  }

  test('the number of each earlier receipt finds its gift in lists, figures, groups and exports', async () => {
    await gifts.add(CASH)
    const { _id } = await gifts.add({ ...CASH, amount: 1_23 })
    await gifts.change(_id, { amount: 4_56 })
    const { receipts } = await gifts.change(_id, { amount: 7_89 })
    expect(receipts).toHaveLength(3)
    for (const { number } of receipts) expect([number, await find(number)]).toEqual([number, [_id]])
    const first = receipts[0]?.number ?? ''
    expect(await find(`${first.toLowerCase()} ${first}`)).toEqual([_id])
    expect(await find(`${first} nobody`)).toEqual([])
    const search = `search=${encodeURIComponent(first)}`
    expect(await get(`/donate/summary/matches?${search}`)).toMatchObject({ count: 1, successfulAmount: 7_89 })
    expect((await get(`/donate/groups?by=mode&${search}`)).total).toMatchObject({ count: 1, amount: 7_89 })
    for (const path of ['/donate/export', '/donate/accountant']) {
      expect((await gifts.send('GET', `${path}?${search}`)).body).toContain('7.89')
    }
  })

  test('only who sees receipts finds a gift by their numbers', async () => {
    const { _id, receipts } = await gifts.add(CASH)
    await gifts.change(_id, { amount: 1 })
    const { bearer } = await here.signIn(['UserInformation'])
    const url = `/api/donate?page=1&limit=10&search=${encodeURIComponent(receipts[0]?.number ?? '')}`
    expect((await here.app.inject({ url, headers: bearer })).json().data).toEqual([])
  })

  test('deposits, warnings and cash books name no cancelled receipt', async () => {
    const { id: donorId } = await buildDonor(here.db)
    const { _id } = await gifts.add({ ...CHEQUE, donorId })
    await gifts.move(_id, 'cleared', TODAY)
    await gifts.undo(_id)
    const open: SlipGift[] = await get('/deposit-slips/open')
    expect(open.find((gift) => gift._id === _id)).toMatchObject({ receiptNumber: '' })
    const double = await gifts.tryAdd({ ...CHEQUE, donorId })
    expect(double.json().message).not.toMatch(/SD/)
    await gifts.change(_id, { amount: 6_00 })
    await gifts.remove(_id)
    const entries = await gifts.entriesOf(_id)
    expect(entries.map(({ kind, receipt_number }) => [kind, receipt_number])).toEqual([
      ['gift', ''],
      ['reversal', ''],
      ['correction', ''],
      ['deletion', ''],
    ])
  })

  test('a gift whose only receipt is cancelled offers none, and its number finds it', async () => {
    const { _id: cheque } = await gifts.add(CHEQUE)
    const number = (await gifts.move(cheque, 'cleared', TODAY)).receipts[0]?.number ?? ''
    expect((await get(`/donate/${cheque}`)).receipt).toMatchObject({ number })
    await gifts.undo(cheque)
    expect((await get(`/donate/${cheque}`)).receipt).toBeNull()
    expect(await find(number)).toEqual([cheque])
    await gifts.move(cheque, 'cleared', TODAY)
    const current = (await gifts.read(cheque)).receipts.at(-1)
    expect((await get(`/donate/${cheque}`)).receipt).toMatchObject({ number: current?.number, token: current?.token })
    await gifts.move(cheque, 'bounced', TODAY)
    expect((await get(`/donate/${cheque}`)).receipt).toBeNull()
    for (const each of [number, current?.number ?? '']) expect(await find(each)).toEqual([cheque])
  })

  test('lists all receipts of a donor in pages, also after a merge', async () => {
    const { id: survivor } = await buildDonor(here.db)
    const { id: mergedId } = await buildDonor(here.db)
    const { _id: donationId } = await gifts.add({ ...CASH, donorId: mergedId })
    await gifts.add({ ...CASH, donorId: survivor, amount: 1_00 })
    const [old, current] = (await gifts.change(donationId, { amount: 7_89 })).receipts
    await gifts.send('POST', `/donors/${survivor}/merge`, { mergedId, take: [] })
    const receiptsOf = (id: string, page: number) => gifts.send('GET', `/donors/${id}/receipts?page=${page}&limit=1`)
    const valid = { state: 'valid', receiptDay: TODAY, currency: 'INR', cancelledAt: null }
    const first = (await receiptsOf(survivor, 1)).json()
    expect(first).toMatchObject({ total: 3, page: 1 })
    expect(first.data).toMatchObject([
      { ...valid, donationId, number: current?.number, token: current?.token, amount: 7_89, replaces: old?.number },
    ])
    expect((await receiptsOf(survivor, 2)).json().data).toMatchObject([{ ...valid, amount: 1_00, replacedBy: null }])
    expect((await receiptsOf(survivor, 3)).json().data).toMatchObject([
      { state: 'corrected', number: old?.number, amount: CASH.amount, token: old?.token, replacedBy: current?.number },
    ])
    await here.db.updateTable('donations').set({ status: 'refunded' }).where('id', '=', donationId).execute()
    expect((await receiptsOf(survivor, 1)).json().data).toMatchObject([{ state: 'refunded' }])
    expect((await receiptsOf(mergedId, 1)).json()).toMatchObject({ total: 0, data: [] })
    expect((await receiptsOf('f'.repeat(24), 1)).statusCode).toBe(404)
  })
})
