import type { SlipGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { CASH, CHEQUE, giftCalls, NOW, newKey, TODAY } from '../../testing/gifts/gift-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

const PAN = 'ABCPE1234F'
const MINUTE_MS = 60_000

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)
  beforeEach(() => vi.setSystemTime(NOW))

  /** What the receipts of a gift print of the donor, the oldest first. */
  const printed = async (id: string) =>
    (await gifts.snapshotsOf(id)).map(({ donor, replaces }) => [donor.name, donor.pan, donor.address, replaces])
  const changeDonor = (id: string, fields: object) =>
    here.db.updateTable('donors').set(fields).where('id', '=', id).execute()
  const renew = (id: string, options?: { key?: string; version?: number }) =>
    here.send('POST', `/gifts/${id}/receipt`, undefined, options)

  test('a cleared cheque gets a receipt with what the donor’s record says by then', async () => {
    const donor = await buildDonor(here.db, { name: 'Asha' })
    const { _id } = await gifts.add({ ...CHEQUE, donorId: donor.id })
    await changeDonor(donor.id, { pan: PAN, address: 'Pune', name: 'Asha Devi' })
    expect(await gifts.move(_id, 'cleared', TODAY)).toMatchObject({ donorName: 'Asha Devi', outdatedOnReceipt: [] })
    expect(await printed(_id)).toEqual([['Asha Devi', PAN, 'Pune', undefined]])
    expect((await historyOf(here.db, _id)).find(({ action }) => action === 'gift.cleared')).toMatchObject({
      before: { donorName: 'Asha', address: null, pan: null },
      after: { donorName: 'Asha Devi', address: 'Pune', pan: '••••••234F' },
    })
    const entries = await gifts.entriesOf(_id)
    expect(entries.map(({ kind, donor_name }) => [kind, donor_name])).toEqual([
      ['gift', 'Asha'],
      ['reversal', 'Asha'],
      ['correction', 'Asha Devi'],
    ])
  })

  test('a correction that replaces the receipt takes the donor’s details of today, another does not', async () => {
    const donor = await buildDonor(here.db, { name: 'Ram' })
    const { _id } = await gifts.add({ ...CASH, donorId: donor.id })
    await changeDonor(donor.id, { address: 'Pune' })
    expect(await gifts.change(_id, { note: 'x' })).toMatchObject({ outdatedOnReceipt: ['address'], bookedOn: null })
    expect(await gifts.change(_id, { amount: 7_00 })).toMatchObject({ outdatedOnReceipt: [], bookedOn: TODAY })
    const corrected = (await historyOf(here.db, _id)).at(-1)
    expect(corrected).toMatchObject({ before: { address: null, amount: 500_00 }, after: { address: 'Pune' } })
    expect(corrected?.details?.replacedReceipt).toEqual((await gifts.read(_id)).receipts[0]?.number)
    const [, replaced] = await printed(_id)
    expect(replaced).toEqual(['Ram', null, 'Pune', expect.stringMatching(/./)])
  })

  test('replaces the valid receipt by one with the donor’s details of today, once per key', async () => {
    const donor = await buildDonor(here.db, { name: 'Sita' })
    const added = await gifts.add({ ...CASH, donorId: donor.id })
    expect((await renew(added._id)).statusCode).toBe(409)
    await changeDonor(donor.id, { pan: 'ABCPS1234K' })
    const { outdatedOnReceipt, version } = await gifts.read(added._id)
    expect(outdatedOnReceipt).toEqual(['pan'])
    expect((await renew(added._id, { version: version - 1 })).statusCode).toBe(412)
    const key = newKey()
    const answers = await Promise.all([renew(added._id, { key, version }), renew(added._id, { key, version })])
    const [first, repeated] = answers.map((answer) => answer.json().data)
    expect(repeated).toEqual(first)
    const [old] = added.receipts
    expect(first).toMatchObject({ outdatedOnReceipt: [], receipts: [{ number: old?.number, reason: 'corrected' }, {}] })
    expect(await printed(added._id)).toEqual([
      ['Sita', null, null, undefined],
      ['Sita', 'ABCPS1234K', null, old?.number],
    ])
    expect(await gifts.bookOf(added._id)).toEqual([[TODAY, 'gift', 500_00]])
    expect(await historyOf(here.db, added._id)).toMatchObject([
      {},
      {
        action: 'gift.receipt-renewed',
        before: { pan: null },
        after: { pan: '••••••234K' },
        details: { donorName: 'Sita', receiptNumber: first.receipts[1].number, replacedReceipt: old?.number },
      },
    ])
    await changeDonor(donor.id, { name: 'Sita Devi' })
    expect((await renew(added._id)).json().data.donorName).toBe('Sita Devi')
    expect(await gifts.bookOf(added._id)).toHaveLength(3)
  })

  /** Corrects the amount a minute before the gift was entered, by the clock. */
  async function correctWithEarlierClock(id: string) {
    vi.setSystemTime(NOW - MINUTE_MS)
    const { receipts } = await gifts.change(id, { amount: 4_000_00 })
    vi.setSystemTime(NOW + MINUTE_MS)
    return receipts
  }

  test('a cheque that was corrected with the clock set back gets no second receipt when it is cleared', async () => {
    await gifts.setRule({ receiptOnClearing: false })
    const { _id } = await gifts.add(CHEQUE)
    const receipts = await correctWithEarlierClock(_id)
    expect(receipts.map(({ reason }) => reason)).toEqual(['corrected', null])
    expect((await gifts.move(_id, 'cleared', TODAY)).receipts).toEqual(receipts)
    await gifts.move(_id, 'bounced', TODAY)
    expect((await gifts.undo(_id)).receipts.map(({ reason }) => reason)).toEqual(['corrected', 'bounced', null])
    await gifts.setRule({ receiptOnClearing: true })
  })

  test('a gift that was corrected with the clock set back has a receipt again when it is restored', async () => {
    const { _id } = await gifts.add(CASH)
    const [, corrected] = await correctWithEarlierClock(_id)
    await gifts.remove(_id)
    await gifts.restore(_id)
    const { receipts } = await gifts.read(_id)
    expect(receipts.map(({ reason }) => reason)).toEqual(['corrected', 'deleted', null])
    expect((await gifts.snapshotsOf(_id)).map(({ replaces }) => replaces)).toContain(corrected?.number)
  })

  const get = async (path: string) => (await here.read(path)).data
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
      expect((await here.send('GET', `${path}?${search}`)).body).toContain('7.89')
    }
  })

  test('only who sees receipts finds a gift by their numbers', async () => {
    const { _id, receipts } = await gifts.add(CASH)
    await gifts.change(_id, { amount: 1 })
    const by = await here.signIn(['UserInformation'])
    const path = `/donate?page=1&limit=10&search=${encodeURIComponent(receipts[0]?.number ?? '')}`
    expect((await here.read(path, { by })).data).toEqual([])
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
    await gifts.merge(survivor, mergedId)
    const receiptsOf = (id: string, page: number) => here.send('GET', `/donors/${id}/receipts?page=${page}&limit=1`)
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
