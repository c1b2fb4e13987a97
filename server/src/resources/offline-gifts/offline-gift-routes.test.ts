import { giftFieldsOf, isGiftFieldRequired, isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor, buildInstitution, buildPurpose } from '../../testing/factories.ts'
import { CASH, CHEQUE, GIFTS, type GiftCalls, giftCalls, NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
import { historyOf } from '../../testing/history.ts'
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

  describe.each(GIFTS.map((gift) => [gift.mode, gift] as const))('a gift by %s', (mode, sent) => {
    test('becomes a donation of its day with its entry in the cash book', async () => {
      const donor = await buildDonor(here.db, {
        name: 'Meera Joshi',
        phones: ['+919876543210', '+911412345678'],
        emails: ['meera@example.org'],
        address: 'Gandhi Marg\nJaipur',
        pinCode: '302001',
        pan: null,
      })
      const hasDonor = isGiftFieldUsed(mode, 'donorId')
      const ofDonor = <Value>(value: Value) => (hasDonor ? value : null)
      const added = await gifts.add({ ...sent, donorId: ofDonor(donor.id) })
      const isPending = CLEARED_MODES.includes(mode)
      expect(added).toMatchObject({ ...sent, donorName: ofDonor('Meera Joshi') ?? '', version: 1 })
      expect(await gifts.read(added._id)).toEqual(added)
      const amount = sent.amount ?? 0
      expect(await gifts.donationOf(added._id)).toMatchObject({
        donor_id: ofDonor(donor.id),
        donor_phone: ofDonor('+919876543210'),
        donor_email: ofDonor('meera@example.org'),
        donor_address: ofDonor('Gandhi Marg\nJaipur - 302001'),
        amount,
        payment_method: mode,
        status: isPending ? 'pending' : 'captured',
        local_day: TODAY,
        created_at: '2026-11-20T06:30:00.000Z',
        captured_at: isPending ? null : '2026-11-20T06:30:00.000Z',
      })
      expect(await gifts.bookOf(added._id)).toEqual([[TODAY, 'gift', amount]])
      const hasReceipt = !isPending && mode !== 'in_kind' && mode !== 'collection'
      expect(added.receipts.map(({ cancelledAt }) => cancelledAt)).toEqual(hasReceipt ? [null] : [])
      expect((await historyOf(here.db, added._id)).at(-1)).toMatchObject({
        action: 'gift.added',
        actorId: gifts.keeper.admin.id,
        details: { amount, mode, receiptNumber: added.receipts[0]?.number ?? null },
      })
    })
  })

  test('lists a gift among all donations, with its receipt', async () => {
    const { _id, receipts } = await gifts.add({ ...CASH, amount: 501_00 })
    const response = await gifts.send('GET', `/donate/${_id}`)
    const [receipt] = receipts
    expect(response.json().data).toMatchObject({
      amount: 501_00,
      paymentMethod: 'cash',
      receipt: { number: receipt?.number, token: receipt?.token },
    })
  })

  test('takes institution and type from the purpose, unless the form says otherwise', async () => {
    const institution = await buildInstitution(here.db)
    const purpose = await buildPurpose(here.db, { institution_id: institution.id, donation_type: 'specific' })
    const byPurpose = await gifts.add({ ...CASH, amount: 510_00, purposeId: purpose.id })
    expect(byPurpose).toMatchObject({ institutionId: institution.id, donationType: 'specific' })
    expect((await gifts.donationOf(byPurpose._id)).purpose).toBe(purpose.name_en)
    const own = { institutionId: null, donationType: 'general' } as const
    expect(await gifts.add({ ...CASH, amount: 511_00, purposeId: purpose.id, ...own })).toMatchObject(own)
  })

  test('ignores fields of other modes', async () => {
    const stray = { instrumentNumber: '1', item: 'Rice', countedBy: 'X', estimatedValue: 5, bank: 'SBI' }
    const added = await gifts.add({ ...CASH, amount: 512_00, ...stray })
    expect(added).toMatchObject({ instrumentNumber: '', item: '', countedBy: '', estimatedValue: null, bank: '' })
  })

  const refused: [string, object, string, string][] = [
    ['₹0', { ...CASH, amount: 0 }, 'amount', 'Enter an amount of more than ₹0.'],
    ['a negative amount', { ...CASH, amount: -100 }, 'amount', 'Enter an amount of more than ₹0.'],
    ['no amount', { mode: 'cash', receivedOn: TODAY }, 'amount', 'Enter an amount of more than ₹0.'],
    ['₹100 crore', { ...CASH, amount: 1e11 }, 'amount', 'The amount must be less than ₹100 crore.'],
    [
      'a fraction of a paisa',
      { ...CASH, amount: 100.5 },
      'amount',
      'The amount must be in rupees and whole paise, such as ₹500 or ₹500.50.',
    ],
    ['a day in the future', { ...CASH, receivedOn: '2026-11-21' }, 'receivedOn', 'This day is in the future.'],
    ['a day of 1947', { ...CASH, receivedOn: '1947-08-15' }, 'receivedOn', 'This day is before 1990. Check the year.'],
    [
      'a day that does not exist',
      { ...CASH, receivedOn: '2026-02-30' },
      'receivedOn',
      'Enter a real date, such as 2026-04-01.',
    ],
    [
      'a cheque without number',
      { ...CHEQUE, instrumentNumber: ' ' },
      'instrumentNumber',
      'Enter the number of the cheque.',
    ],
    [
      'a post-dated cheque',
      { ...CHEQUE, instrumentDate: '2026-12-05' },
      'instrumentDate',
      'This cheque is post-dated. Deposit it on 05 Dec 2026, and enter it then.',
    ],
    ['a transfer without UTR', { ...CASH, mode: 'bank_transfer' }, 'reference', 'Enter the UTR of the transfer.'],
    ['UPI without reference', { ...CASH, mode: 'upi' }, 'reference', 'Enter the UPI reference.'],
    [
      'UPI with a short reference',
      { ...CASH, mode: 'upi', reference: '12345' },
      'reference',
      'A UPI reference has 6 to 40 characters.',
    ],
    ['nothing in kind', { mode: 'in_kind', receivedOn: TODAY, quantity: '1' }, 'item', 'Enter what was given.'],
    [
      'in kind without quantity',
      { mode: 'in_kind', receivedOn: TODAY, item: 'Rice' },
      'quantity',
      'Enter how much or how many.',
    ],
    [
      'a negative estimate',
      { mode: 'in_kind', receivedOn: TODAY, item: 'Rice', quantity: '1', estimatedValue: -1 },
      'estimatedValue',
      'The estimated value must be from ₹0 to less than ₹100 crore.',
    ],
    ['a collection that nobody counted', { ...CASH, mode: 'collection' }, 'countedBy', 'Enter who counted it.'],
    [
      'a collection of a donor',
      { ...CASH, mode: 'collection', countedBy: 'A', donorId: 'x' },
      'donorId',
      'A collection has no donor.',
    ],
    [
      'an anonymous corpus gift',
      { ...CASH, donationType: 'corpus', directionLetter: '7' },
      'donorId',
      'A gift to the corpus needs its donor.',
    ],
    [
      'a corpus gift without letter',
      { ...CASH, donationType: 'corpus' },
      'directionLetter',
      'Enter the date or number of the letter in which the donor directs the gift to the corpus.',
    ],
    ['an unknown purpose', { ...CASH, purposeId: 'x' }, 'purposeId', 'There is no such purpose.'],
    ['an unknown institution', { ...CASH, institutionId: 'x' }, 'institutionId', 'There is no such institution.'],
    ['an unknown donor', { ...CASH, donorId: 'a'.repeat(24) }, 'donorId', 'There is no such donor.'],
  ]
  test.each(refused)('refuses %s at its field', async (_name, sent, field, sentence) => {
    const before = await here.db.selectFrom('donations').select('id').execute()
    const response = await gifts.tryAdd(sent)
    expect([response.statusCode, response.json().fields?.[field]]).toEqual([400, sentence])
    const hindi = (await gifts.tryAdd(sent, { language: 'hi' })).json().fields[field]
    expect(hindi).toMatch(/[ऀ-ॿ]/)
    expect(await here.db.selectFrom('donations').select('id').execute()).toEqual(before)
  })

  test.each(GIFTS.map((gift) => [gift.mode, gift] as const))('needs each required field of %s', async (mode, sent) => {
    for (const field of giftFieldsOf(mode).filter((each) => isGiftFieldRequired(mode, each))) {
      const response = await gifts.tryAdd({ ...sent, [field]: undefined })
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
    }
  })

  test('refuses the retired institution of a purpose that is in use', async () => {
    const institution = await buildInstitution(here.db, { retired_at: '2026-01-01' })
    const purpose = await buildPurpose(here.db, { institution_id: institution.id })
    const { statusCode, ...rest } = await gifts.tryAdd({ ...CASH, purposeId: purpose.id })
    expect([statusCode, Object.keys(rest.json().fields)]).toEqual([400, ['institutionId']])
    await gifts.add({ ...CASH, purposeId: purpose.id, institutionId: null })
  })

  test('refuses a retired purpose and institution', async () => {
    const purpose = await buildPurpose(here.db, { retired_at: '2026-01-01' })
    const institution = await buildInstitution(here.db, { retired_at: '2026-01-01' })
    const response = await gifts.tryAdd({ ...CASH, purposeId: purpose.id, institutionId: institution.id })
    expect(response.json().fields).toEqual({
      purposeId: 'This purpose is no longer in use. Choose another.',
      institutionId: 'This institution is no longer in use. Choose another.',
    })
  })

  test('refuses a donor who was merged into another one', async () => {
    const survivor = await buildDonor(here.db)
    const merged = await buildDonor(here.db, { name: 'Asha' })
    await gifts.send('POST', `/donors/${survivor.id}/merge`, { mergedId: merged.id, take: [] })
    const response = await gifts.tryAdd({ ...CASH, donorId: merged.id })
    const sentence = 'Asha was merged into another donor meanwhile. Choose that one.'
    expect([response.statusCode, response.json().fields]).toEqual([409, { donorId: sentence }])
  })

  test('refuses a leaf of a receipt book that another gift has, and names that gift', async () => {
    const leaf = { bookNumber: '12', leafNumber: '34' }
    const donor = await buildDonor(here.db, { name: 'Meera Joshi' })
    await gifts.add({ ...CASH, ...leaf, donorId: donor.id })
    const response = await gifts.tryAdd({ ...CASH, ...leaf })
    const sentence = 'This leaf was used for the gift of 20 Nov 2026 by Meera Joshi.'
    expect([response.statusCode, response.json().fields]).toEqual([409, { leafNumber: sentence }])
    await gifts.add({ ...CASH, ...leaf, leafNumber: '35' })
    const both = await gifts.tryAdd({ ...CASH, ...leaf, amount: 0 })
    expect([both.statusCode, Object.keys(both.json().fields)]).toEqual([400, ['amount', 'leafNumber']])
    await gifts.add({ ...CASH, ...leaf, bookNumber: '13' })
  })

  test('adds one gift when two tabs send it with one key', async () => {
    const key = gifts.newKey()
    const sent = { ...CASH, amount: 777_00 }
    const responses = await Promise.all([gifts.add(sent, { key }), gifts.add(sent, { key })])
    expect(responses[1]).toEqual(responses[0])
    expect(await gifts.add(sent, { key })).toEqual(responses[0])
    const rows = here.db.selectFrom('donations').select('id').where('amount', '=', 777_00)
    expect(await rows.execute()).toEqual([{ id: responses[0]?._id }])
    const other = await gifts.tryAdd({ ...sent, amount: 778_00 }, { key })
    expect([other.statusCode, other.json().code]).toEqual([409, 'key_used'])
  })

  test('returns 404 for a donation that was paid online', async () => {
    const { id } = await buildDonation(here.db)
    for (const response of [
      await gifts.send('GET', `/gifts/${id}`),
      await gifts.tryChange(id, { note: 'x' }),
      await gifts.tryMove(id, 'cleared', TODAY),
      await gifts.send('GET', '/gifts/none'),
    ])
      expect(response.statusCode).toBe(404)
  })
})
