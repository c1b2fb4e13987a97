import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { CASH, CHEQUE, type GiftCalls, giftCalls, NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { findValidReceipt } from '../receipts/receipt-service.ts'

const YESTERDAY = '2026-11-19'
const OLDER = { ...CHEQUE, receivedOn: '2026-11-18', instrumentDate: '2026-11-17' }

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

  const refusal = async (response: ReturnType<GiftCalls['send']>) => {
    const { statusCode, ...rest } = await response
    return [statusCode, rest.json().message]
  }

  test('takes back a clearing, and the next one issues a receipt that names the cancelled one', async () => {
    const { _id } = await gifts.add(OLDER)
    await gifts.move(_id, 'deposited', '2026-11-18')
    const [wrong] = (await gifts.move(_id, 'cleared', TODAY)).receipts
    const undone = await gifts.undo(_id)
    expect(undone).toMatchObject({ status: 'pending', depositedOn: '2026-11-18', clearedOn: null })
    expect(undone.receipts).toMatchObject([{ number: wrong?.number, reason: 'corrected' }])
    expect((await gifts.donationOf(_id)).captured_at).toBeNull()
    const { receipts } = await gifts.move(_id, 'cleared', YESTERDAY)
    expect(receipts.map(({ reason }) => reason)).toEqual(['corrected', null])
    const [, row] = await here.db.selectFrom('receipts').select('snapshot').where('donation_id', '=', _id).execute()
    expect(JSON.parse(row?.snapshot ?? '')).toMatchObject({ replaces: wrong?.number, receiptDay: YESTERDAY })
    expect(await gifts.bookOf(_id)).toEqual([['2026-11-18', 'gift', 5_000_00]])
    const entry = (await historyOf(here.db, _id)).find(({ action }) => action === 'gift.cleared-undone')
    expect(entry?.details).toMatchObject({ on: TODAY, receiptNumber: wrong?.number })
  })

  test('takes back the bounce of a cleared cheque, in the book of today and with a new receipt', async () => {
    const { _id } = await gifts.add(OLDER)
    const [first] = (await gifts.move(_id, 'cleared', '2026-11-18')).receipts
    await gifts.move(_id, 'bounced', YESTERDAY)
    const undone = await gifts.undo(_id)
    expect(undone).toMatchObject({ status: 'captured', clearedOn: '2026-11-18', bouncedOn: null, bounceReason: '' })
    expect(undone.receipts.map(({ reason }) => reason)).toEqual(['bounced', null])
    expect(await gifts.donationOf(_id)).toMatchObject({
      captured_at: '2026-11-18T06:30:00.000Z',
      receipt_number: undone.receipts[1]?.number,
    })
    expect(undone.receipts[0]?.number).toBe(first?.number)
    expect(await gifts.bookOf(_id)).toEqual([
      ['2026-11-18', 'gift', 5_000_00],
      [YESTERDAY, 'bounce', -5_000_00],
      [TODAY, 'correction', 5_000_00],
    ])
    const numbers = (await gifts.entriesOf(_id)).map(({ receipt_number }) => receipt_number)
    expect(numbers).toEqual(['', first?.number, undone.receipts[1]?.number])
    expect((await gifts.undo(_id)).receipts.map(({ reason }) => reason)).toEqual(['bounced', 'corrected'])
    expect((await gifts.change(_id, { amount: 1_00 })).receipts).toHaveLength(2)
  })

  test('takes back the bounce of a pending cheque with the deposit that it implied, and no other', async () => {
    const { _id } = await gifts.add(OLDER)
    await gifts.move(_id, 'bounced', TODAY)
    expect(await gifts.undo(_id)).toMatchObject({ status: 'pending', depositedOn: null, bouncedOn: null, receipts: [] })
    await gifts.move(_id, 'deposited', YESTERDAY)
    await gifts.move(_id, 'bounced', TODAY)
    expect(await gifts.undo(_id)).toMatchObject({ status: 'pending', depositedOn: YESTERDAY })
    expect(await gifts.undo(_id)).toMatchObject({ depositedOn: null })
    await gifts.move(_id, 'deposited', TODAY)
    for (const step of ['cleared', 'bounced']) {
      await gifts.move(_id, step, TODAY)
      expect(await gifts.undo(_id)).toMatchObject({ status: 'pending', depositedOn: TODAY })
    }
    await gifts.undo(_id)
    await gifts.move(_id, 'cleared', TODAY)
    expect(await gifts.undo(_id)).toMatchObject({ depositedOn: null, clearedOn: null })
    expect(await refusal(gifts.tryUndo(_id, 'deposited'))).toEqual([
      409,
      'Nothing was recorded about this cheque that could be taken back.',
    ])
  })

  test('leaves a deposit to its slip, and takes it back with the slip', async () => {
    const { _id } = await gifts.add({ ...OLDER, mode: 'draft' })
    const sent = { giftIds: [_id], amount: 5_000_00, depositedOn: TODAY, bankAccount: 'SBI' }
    const slip = (await gifts.send('POST', '/deposit-slips', sent, { key: gifts.newKey() })).json().data
    expect(await refusal(gifts.tryUndo(_id, 'deposited'))).toEqual([
      409,
      'This draft is on a deposit slip. Cancel the slip instead.',
    ])
    await gifts.move(_id, 'cleared', TODAY)
    expect(await gifts.undo(_id)).toMatchObject({ depositedOn: TODAY, clearedOn: null })
    await gifts.move(_id, 'cleared', TODAY)
    await gifts.send('POST', `/deposit-slips/${slip._id}/cancel`)
    expect(await gifts.undo(_id)).toMatchObject({ depositedOn: null, clearedOn: null })
  })

  test('keeps the receipt that a cheque got at once', async () => {
    await gifts.setRule({ receiptOnClearing: false })
    const { _id, receipts } = await gifts.add(OLDER)
    await gifts.move(_id, 'cleared', TODAY)
    expect(await gifts.undo(_id)).toMatchObject({ status: 'pending', receipts })
    await gifts.move(_id, 'bounced', TODAY)
    expect((await gifts.undo(_id)).receipts.map(({ reason }) => reason)).toEqual(['bounced', null])
    await gifts.setRule({ receiptOnClearing: true })
  })

  test('cancels the receipt of the clearing, and no other, whatever the settings say by now', async () => {
    for (const day of ['2026-11-18', TODAY]) {
      const onClearing = await gifts.add(OLDER)
      await gifts.move(onClearing._id, 'cleared', day)
      await gifts.setRule({ receiptOnClearing: false })
      const atOnce = await gifts.add(OLDER)
      await gifts.move(atOnce._id, 'cleared', day)
      expect((await gifts.undo(onClearing._id)).receipts.map(({ reason }) => reason)).toEqual(['corrected'])
      await gifts.setRule({ receiptOnClearing: true })
      expect((await gifts.undo(atOnce._id)).receipts).toEqual(atOnce.receipts)
    }
  })

  test('issues a receipt with the note again for a cheque that had one before its clearing', async () => {
    await gifts.setRule({ receiptOnClearing: false })
    const { _id, receipts } = await gifts.add(OLDER)
    await gifts.move(_id, 'cleared', YESTERDAY)
    await gifts.change(_id, { amount: 4_000_00 })
    const undone = await gifts.undo(_id)
    await gifts.setRule({ receiptOnClearing: true })
    expect(undone.status).toBe('pending')
    expect(undone.receipts.map(({ reason }) => reason)).toEqual(['corrected', 'corrected', null])
    expect(await findValidReceipt(here.db, _id)).toMatchObject({ isBeforeClearing: true, amount: 4_000_00 })
    expect(receipts).toHaveLength(1)
  })

  test('takes back one step for two desks, and none of cash', async () => {
    const { _id } = await gifts.add(OLDER)
    const { version } = await gifts.move(_id, 'cleared', TODAY)
    const both = await Promise.all([1, 2].map(() => gifts.tryUndo(_id, 'cleared', { version })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    const { _id: cash } = await gifts.add(CASH)
    expect(await refusal(gifts.tryUndo(cash, 'cleared'))).toEqual([409, 'This gift is neither a cheque nor a draft.'])
    expect((await gifts.tryUndo('x', 'cleared')).statusCode).toBe(404)
  })

  test('takes back one step when the same call comes twice without a version', async () => {
    const { _id } = await gifts.add(OLDER)
    await gifts.move(_id, 'deposited', YESTERDAY)
    await gifts.move(_id, 'cleared', TODAY)
    expect((await gifts.tryUndo(_id, 'cleared')).statusCode).toBe(200)
    expect(await refusal(gifts.tryUndo(_id, 'cleared'))).toEqual([
      409,
      'Something else was recorded about this cheque last. Check what it says now.',
    ])
    expect(await gifts.read(_id)).toMatchObject({ status: 'pending', depositedOn: YESTERDAY })
    expect((await gifts.send('POST', `/gifts/${_id}/cheque/undo`, {})).statusCode).toBe(400)
  })

  test('names a draft in its sentences, and takes no step before its date', async () => {
    const { _id } = await gifts.add({ ...OLDER, mode: 'draft', receivedOn: '2026-11-16' })
    expect(await refusal(gifts.tryMove(_id, 'deposited', '2026-11-16'))).toEqual([
      400,
      'This day is before the date of the draft.',
    ])
    await gifts.move(_id, 'deposited', '2026-11-17')
    expect(await refusal(gifts.tryMove(_id, 'deposited', TODAY))).toEqual([409, 'This draft was deposited already.'])
    const later = await gifts.tryChange(_id, { instrumentDate: '2026-11-18' })
    const sentence = 'It was deposited before this day. Check the day.'
    expect(later.json().fields).toEqual({ instrumentDate: sentence })
  })
})
