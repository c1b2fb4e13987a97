import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { CASH, CHEQUE, giftCalls, NOW, newKey, TODAY } from '../../testing/gifts/gift-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { ownTestApp, sharedTestApp } from '../../testing/shared-app.ts'
import { findValidReceipt } from '../receipts/receipt-service.ts'

const YESTERDAY = '2026-11-19'
const OLDER = { ...CHEQUE, receivedOn: '2026-11-18', instrumentDate: '2026-11-17' }

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)

  test('a cheque gets its receipt when it is cleared, dated that day and with its reference', async () => {
    const { _id } = await gifts.add(OLDER)
    expect(await gifts.move(_id, 'deposited', YESTERDAY)).toMatchObject({ depositedOn: YESTERDAY, receipts: [] })
    const cleared = await gifts.move(_id, 'cleared', TODAY)
    expect(cleared).toMatchObject({ status: 'captured', clearedOn: TODAY, receipts: [{ cancelledAt: null }] })
    expect(await gifts.donationOf(_id)).toMatchObject({
      captured_at: '2026-11-20T06:30:00.000Z',
      local_day: '2026-11-18',
    })
    expect(await gifts.bookOf(_id)).toEqual([['2026-11-18', 'gift', 5_000_00]])
    expect(await gifts.textOf(cleared.receipts[0]?.token)).toMatch(
      /Receiptdate20Nov2026.*Donationdate18Nov2026.*ModeofpaymentChequeChequeno\.000123Chequedate17Nov2026BankStateBank/,
    )
    const actions = (await historyOf(here.db, _id)).map(({ action }) => action)
    expect(actions.slice(0, 3)).toEqual(['gift.added', 'gift.deposited', 'gift.cleared'])
  })

  test('a cheque that bounces after it was cleared cancels its receipt, which keeps its number', async () => {
    const { _id } = await gifts.add(OLDER)
    const [receipt] = (await gifts.move(_id, 'cleared', YESTERDAY)).receipts
    const bounced = await gifts.move(_id, 'bounced', TODAY)
    expect(bounced).toMatchObject({ status: 'failed', bouncedOn: TODAY, depositedOn: YESTERDAY })
    expect(bounced.receipts).toMatchObject([{ number: receipt?.number, reason: 'bounced' }])
    expect(await gifts.textOf(receipt?.token)).toContain('CANCELLED')
    expect(await gifts.bookOf(_id)).toEqual([
      ['2026-11-18', 'gift', 5_000_00],
      [TODAY, 'bounce', -5_000_00],
    ])
    expect((await here.send('GET', `/donate/${_id}`)).json().data.receipt).toBeNull()
    const next = await gifts.add(CASH)
    expect(next.receipts[0]?.number).not.toBe(receipt?.number)
    const sentence = 'This cheque has bounced. It can no longer be changed; enter a new gift if the donor pays again.'
    expect(await gifts.refusal(gifts.tryMove(_id, 'cleared', TODAY))).toEqual([409, sentence])
    expect(await gifts.refusal(gifts.tryMove(_id, 'bounced', TODAY))).toEqual([409, sentence])
    expect(await gifts.refusal(gifts.tryChange(_id, { amount: 1 }))).toEqual([409, sentence])
  })

  test('a cheque that bounces before it is cleared never has a receipt', async () => {
    const { _id } = await gifts.add(OLDER)
    expect(await gifts.move(_id, 'bounced', TODAY)).toMatchObject({ status: 'failed', receipts: [] })
  })

  test('each step is taken once, on a day that is possible', async () => {
    const { _id } = await gifts.add(OLDER)
    const refusal = (step: string, on: string, id = _id) => gifts.refusal(gifts.tryMove(id, step, on))
    const before = 'This day is before the day on which the cheque was'
    expect(await refusal('deposited', '2026-11-17')).toEqual([400, `${before} received.`])
    expect(await refusal('deposited', '2026-11-21')).toEqual([400, 'This day is in the future.'])
    expect(await refusal('deposited', 'soon')).toEqual([400, 'Enter a real date, such as 2026-04-01.'])
    await gifts.move(_id, 'deposited', YESTERDAY)
    expect(await refusal('deposited', TODAY)).toEqual([409, 'This cheque was deposited already.'])
    expect(await refusal('cleared', '2026-11-18')).toEqual([400, `${before} deposited.`])
    await gifts.move(_id, 'cleared', TODAY)
    expect(await refusal('cleared', TODAY)).toEqual([409, 'This cheque was cleared already.'])
    expect(await refusal('bounced', YESTERDAY)).toEqual([400, `${before} cleared.`])
    const { _id: cash } = await gifts.add(CASH)
    expect(await refusal('cleared', TODAY, cash)).toEqual([409, 'This gift is neither a cheque nor a draft.'])
    expect((await gifts.tryMove(_id, 'flew', TODAY)).statusCode).toBe(400)
  })

  test('one of two desks clears a cheque', async () => {
    const { _id } = await gifts.add(OLDER)
    const responses = await Promise.all([1, 2].map(() => gifts.tryMove(_id, 'cleared', TODAY, { version: 1 })))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    expect((await gifts.read(_id)).receipts).toHaveLength(1)
  })

  test('a cheque gets its receipt at once if the settings say so, and no second one', async () => {
    await gifts.setRule({ receiptOnClearing: false })
    const added = await gifts.add(OLDER)
    expect(added).toMatchObject({ status: 'pending', receipts: [{ cancelledAt: null }] })
    expect(await gifts.textOf(added.receipts[0]?.token)).toContain('Receiptdate18Nov2026')
    const cleared = await gifts.move(added._id, 'cleared', TODAY)
    expect(cleared.receipts).toEqual(added.receipts)
    const corrected = await gifts.change(added._id, { amount: 4_000_00 })
    expect(corrected.receipts.map(({ reason }) => reason)).toEqual(['corrected', null])
    expect((await gifts.move(added._id, 'bounced', TODAY)).receipts.map(({ reason }) => reason)).toEqual([
      'corrected',
      'bounced',
    ])
  })

  test('a receipt before the clearing says so in the wording of the settings, a later one does not', async () => {
    const cheque = { en: 'Subject to realisation of the cheque.', hi: 'चेक क्लियर होने पर ही मान्य।' }
    const wordings = [{ from: '2020-01-01', cheque }, { from: TODAY }]
    await gifts.setRule({ receiptOnClearing: false }, { wordings })
    const note = 'Subjecttorealisationofthecheque.'
    const { _id, receipts } = await gifts.add(OLDER)
    expect(await gifts.textOf(receipts[0]?.token)).toContain(note)
    await gifts.move(_id, 'cleared', TODAY)
    expect(await gifts.textOf(receipts[0]?.token)).toContain(note)
    const corrected = await gifts.change(_id, { amount: 4_000_00 })
    expect(await gifts.textOf(corrected.receipts.at(-1)?.token)).not.toContain(note)
    const draft = await gifts.add({ ...OLDER, mode: 'draft' })
    expect(await gifts.textOf(draft.receipts[0]?.token)).toContain(note)
    const cash = await gifts.add({ ...CASH, receivedOn: YESTERDAY })
    expect(await gifts.textOf(cash.receipts[0]?.token)).not.toContain(note)
    // The wording of this day has no note.
    const without = await gifts.add(CHEQUE)
    expect(await gifts.textOf(without.receipts[0]?.token)).not.toContain(note)
    await gifts.setRule({ receiptOnClearing: false }, { wordings, receipts: { language: 'hi' } })
    const hindi = await gifts.add({ ...OLDER, amount: 1 })
    const { settings } = await here.db
      .selectFrom('receipts')
      .innerJoin('receipt_settings', 'hash', 'settings_hash')
      .select('settings')
      .where('donation_id', '=', hindi._id)
      .executeTakeFirstOrThrow()
    expect(settings).toContain(cheque.hi)
    await gifts.setRule({})
  })

  test('a cheque never bounces in a book before the one that it was entered in', async () => {
    const own = await ownTestApp({ engine })
    const ownGifts = giftCalls(own)
    await ownGifts.closeBooks('2026-11-18')
    const { _id } = await ownGifts.add(OLDER)
    await ownGifts.move(_id, 'bounced', YESTERDAY)
    expect(await ownGifts.bookOf(_id)).toEqual([
      [TODAY, 'gift', 5_000_00],
      [TODAY, 'bounce', -5_000_00],
    ])
  })

  test('a cheque may not be moved behind the day on which it was deposited', async () => {
    const { _id } = await gifts.add({ ...CHEQUE, receivedOn: YESTERDAY, instrumentDate: YESTERDAY })
    await gifts.move(_id, 'deposited', YESTERDAY)
    const { fields } = (await gifts.tryChange(_id, { receivedOn: TODAY })).json()
    expect(fields).toEqual({ receivedOn: 'It was deposited before this day. Check the day.' })
    // An earlier deposit slip may have deposited it before its own date, which a note does not concern.
    await here.db.updateTable('offline_gifts').set('instrument_date', TODAY).where('donation_id', '=', _id).execute()
    expect(await gifts.change(_id, { note: 'x' })).toMatchObject({ note: 'x', instrumentDate: TODAY })
  })

  test('a foreign donor is refused unless FCRA is set for the day', async () => {
    const { id: donorId } = await buildDonor(here.db, { citizenship: 'foreign' })
    const sentence = expect.stringContaining('no FCRA registration for that day')
    expect((await gifts.tryAdd({ ...CASH, donorId })).json().fields).toEqual({ donorId: sentence })
    await gifts.setRule({ fcra: { number: '231660000', date: TODAY } })
    await gifts.add({ ...CASH, donorId })
    expect((await gifts.tryAdd({ ...CASH, donorId, receivedOn: YESTERDAY })).json().fields).toEqual({
      donorId: sentence,
    })
  })
})

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)

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
    expect((await gifts.snapshotsOf(_id))[1]).toMatchObject({ replaces: wrong?.number, receiptDay: YESTERDAY })
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
    expect(await gifts.refusal(gifts.tryUndo(_id, 'deposited'))).toEqual([
      409,
      'Nothing was recorded about this cheque that could be taken back.',
    ])
  })

  test('leaves a deposit to its slip, and takes it back with the slip', async () => {
    const { _id } = await gifts.add({ ...OLDER, mode: 'draft' })
    const sent = { giftIds: [_id], amount: 5_000_00, depositedOn: TODAY, bankAccount: 'SBI' }
    const slip = (await here.send('POST', '/deposit-slips', sent, { key: newKey() })).json().data
    expect(await gifts.refusal(gifts.tryUndo(_id, 'deposited'))).toEqual([
      409,
      'This draft is on a deposit slip. Cancel the slip instead.',
    ])
    await gifts.move(_id, 'cleared', TODAY)
    expect(await gifts.undo(_id)).toMatchObject({ depositedOn: TODAY, clearedOn: null })
    await gifts.move(_id, 'cleared', TODAY)
    await here.send('POST', `/deposit-slips/${slip._id}/cancel`)
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
    expect(await gifts.refusal(gifts.tryUndo(cash, 'cleared'))).toEqual([
      409,
      'This gift is neither a cheque nor a draft.',
    ])
    expect((await gifts.tryUndo('x', 'cleared')).statusCode).toBe(404)
  })

  test('takes back one step when the same call comes twice without a version', async () => {
    const { _id } = await gifts.add(OLDER)
    await gifts.move(_id, 'deposited', YESTERDAY)
    await gifts.move(_id, 'cleared', TODAY)
    expect((await gifts.tryUndo(_id, 'cleared')).statusCode).toBe(200)
    expect(await gifts.refusal(gifts.tryUndo(_id, 'cleared'))).toEqual([
      409,
      'Something else was recorded about this cheque last. Check what it says now.',
    ])
    expect(await gifts.read(_id)).toMatchObject({ status: 'pending', depositedOn: YESTERDAY })
    expect((await here.send('POST', `/gifts/${_id}/cheque/undo`, {})).statusCode).toBe(400)
  })

  test('names a draft in its sentences, and takes no step before its date', async () => {
    const { _id } = await gifts.add({ ...OLDER, mode: 'draft', receivedOn: '2026-11-16' })
    expect(await gifts.refusal(gifts.tryMove(_id, 'deposited', '2026-11-16'))).toEqual([
      400,
      'This day is before the date of the draft.',
    ])
    await gifts.move(_id, 'deposited', '2026-11-17')
    expect(await gifts.refusal(gifts.tryMove(_id, 'deposited', TODAY))).toEqual([
      409,
      'This draft was deposited already.',
    ])
    const later = await gifts.tryChange(_id, { instrumentDate: '2026-11-18' })
    const sentence = 'It was deposited before this day. Check the day.'
    expect(later.json().fields).toEqual({ instrumentDate: sentence })
  })
})
