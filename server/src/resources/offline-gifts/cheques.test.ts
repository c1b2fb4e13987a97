import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { readPdf } from '../../testing/files/drawn-pdf.ts'
import { CASH, CHEQUE, type GiftCalls, giftCalls, NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

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

  const textOf = async (token: string | undefined) => {
    const { rawPayload } = await gifts.send('POST', `/donate/receipt/${token}`)
    return (await readPdf(rawPayload)).text
  }
  const settingsOf = (id: string) =>
    here.db
      .selectFrom('receipts')
      .innerJoin('receipt_settings', 'hash', 'settings_hash')
      .select('settings')
      .where('donation_id', '=', id)
      .executeTakeFirstOrThrow()
  const refusal = async (response: ReturnType<GiftCalls['send']>) => {
    const { statusCode, ...rest } = await response
    return [statusCode, rest.json().fields?.on ?? rest.json().message]
  }

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
    const text = await textOf(cleared.receipts[0]?.token)
    for (const row of [
      'Receiptdate20Nov2026',
      'Donationdate18Nov2026',
      'ModeofpaymentCheque',
      'Chequeno.000123',
      'Chequedate17Nov2026',
      'BankStateBank',
    ])
      expect(text).toContain(row)
    const actions = (await historyOf(here.db, _id)).map(({ action }) => action)
    expect(actions.slice(0, 3)).toEqual(['gift.added', 'gift.deposited', 'gift.cleared'])
  })

  test('a cheque that bounces after it was cleared cancels its receipt, which keeps its number', async () => {
    const { _id } = await gifts.add(OLDER)
    const [receipt] = (await gifts.move(_id, 'cleared', YESTERDAY)).receipts
    const bounced = await gifts.move(_id, 'bounced', TODAY)
    expect(bounced).toMatchObject({ status: 'failed', bouncedOn: TODAY, depositedOn: YESTERDAY })
    expect(bounced.receipts).toMatchObject([{ number: receipt?.number, reason: 'bounced' }])
    expect(await textOf(receipt?.token)).toContain('CANCELLED')
    expect(await gifts.bookOf(_id)).toEqual([
      ['2026-11-18', 'gift', 5_000_00],
      [TODAY, 'bounce', -5_000_00],
    ])
    expect((await gifts.send('GET', `/donate/${_id}`)).json().data.receipt).toBeNull()
    const next = await gifts.add(CASH)
    expect(next.receipts[0]?.number).not.toBe(receipt?.number)
    const sentence = 'This cheque has bounced. It can no longer be changed; enter a new gift if the donor pays again.'
    expect(await refusal(gifts.tryMove(_id, 'cleared', TODAY))).toEqual([409, sentence])
    expect(await refusal(gifts.tryMove(_id, 'bounced', TODAY))).toEqual([409, sentence])
    expect(await refusal(gifts.tryChange(_id, { amount: 1 }))).toEqual([409, sentence])
  })

  test('a cheque that bounces before it is cleared never has a receipt', async () => {
    const { _id } = await gifts.add(OLDER)
    expect(await gifts.move(_id, 'bounced', TODAY)).toMatchObject({ status: 'failed', receipts: [] })
  })

  test('each step is taken once, on a day that is possible', async () => {
    const { _id } = await gifts.add(OLDER)
    expect(await refusal(gifts.tryMove(_id, 'deposited', '2026-11-17'))).toEqual([
      400,
      'This day is before the day on which the cheque was received.',
    ])
    expect(await refusal(gifts.tryMove(_id, 'deposited', '2026-11-21'))).toEqual([400, 'This day is in the future.'])
    expect(await refusal(gifts.tryMove(_id, 'deposited', 'soon'))).toEqual([
      400,
      'Enter a real date, such as 2026-04-01.',
    ])
    await gifts.move(_id, 'deposited', YESTERDAY)
    expect(await refusal(gifts.tryMove(_id, 'deposited', TODAY))).toEqual([409, 'This cheque was deposited already.'])
    expect(await refusal(gifts.tryMove(_id, 'cleared', '2026-11-18'))).toEqual([
      400,
      'This day is before the day on which the cheque was deposited.',
    ])
    await gifts.move(_id, 'cleared', TODAY)
    expect(await refusal(gifts.tryMove(_id, 'cleared', TODAY))).toEqual([409, 'This cheque was cleared already.'])
    expect(await refusal(gifts.tryMove(_id, 'bounced', YESTERDAY))).toEqual([
      400,
      'This day is before the day on which the cheque was cleared.',
    ])
    const { _id: cash } = await gifts.add(CASH)
    expect(await refusal(gifts.tryMove(cash, 'cleared', TODAY))).toEqual([
      409,
      'This gift is neither a cheque nor a draft.',
    ])
    expect((await gifts.tryMove(_id, 'flew', TODAY)).statusCode).toBe(400)
  })

  test('one of two desks clears a cheque', async () => {
    const { _id } = await gifts.add(OLDER)
    const responses = await Promise.all([
      gifts.tryMove(_id, 'cleared', TODAY, { version: 1 }),
      gifts.tryMove(_id, 'cleared', TODAY, { version: 1 }),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    expect((await gifts.read(_id)).receipts).toHaveLength(1)
  })

  test('a cheque gets its receipt at once if the settings say so, and no second one', async () => {
    await gifts.setRule({ receiptOnClearing: false })
    const added = await gifts.add(OLDER)
    expect(added).toMatchObject({ status: 'pending', receipts: [{ cancelledAt: null }] })
    expect(await textOf(added.receipts[0]?.token)).toContain('Receiptdate18Nov2026')
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
    expect(await textOf(receipts[0]?.token)).toContain(note)
    await gifts.move(_id, 'cleared', TODAY)
    expect(await textOf(receipts[0]?.token)).toContain(note)
    const corrected = await gifts.change(_id, { amount: 4_000_00 })
    expect(await textOf(corrected.receipts.at(-1)?.token)).not.toContain(note)
    const draft = await gifts.add({ ...OLDER, mode: 'draft' })
    expect(await textOf(draft.receipts[0]?.token)).toContain(note)
    const cash = await gifts.add({ ...CASH, receivedOn: YESTERDAY })
    expect(await textOf(cash.receipts[0]?.token)).not.toContain(note)
    // The wording of this day has no note.
    const without = await gifts.add(CHEQUE)
    expect(await textOf(without.receipts[0]?.token)).not.toContain(note)
    await gifts.setRule({ receiptOnClearing: false }, { wordings, receipts: { language: 'hi' } })
    const hindi = await gifts.add({ ...OLDER, amount: 1 })
    expect(JSON.stringify(await settingsOf(hindi._id))).toContain(cheque.hi)
    await gifts.setRule({})
  })

  test('a cheque never bounces in a book before the one that it was entered in', async () => {
    const own = await testApp({ engine })
    const ownGifts = await giftCalls(own)
    await ownGifts.closeBooks('2026-11-18')
    const { _id } = await ownGifts.add(OLDER)
    await ownGifts.move(_id, 'bounced', YESTERDAY)
    expect(await ownGifts.bookOf(_id)).toEqual([
      [TODAY, 'gift', 5_000_00],
      [TODAY, 'bounce', -5_000_00],
    ])
    await own.close()
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
