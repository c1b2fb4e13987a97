import { giftFieldsOf, isGiftFieldRequired, isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor, buildInstitution, buildPurpose } from '../../testing/factories.ts'
import { CASH, CHEQUE, GIFTS, giftCalls, NOW, newKey, TODAY } from '../../testing/gifts/gift-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { ownTestApp, type SharedApp, sharedTestApp } from '../../testing/shared-app.ts'

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)

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
        actorId: here.staff.admin.id,
        details: { amount, mode, receiptNumber: added.receipts[0]?.number ?? null },
      })
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

  test('refuses a donor whose name receipts cannot print, unless the gift has none', async () => {
    const { id: donorId } = await buildDonor(here.db, { name: 'محمد علی' })
    const refused = await gifts.tryAdd({ ...CASH, amount: 513_00, donorId })
    expect(refused.json().fields.donorId).toContain('Receipts cannot print the name of this donor.')
    expect((await gifts.tryAdd({ ...IN_KIND, donorId })).statusCode).toBe(200)
    const { _id } = await gifts.add({ ...CASH, amount: 513_00 })
    await here.db.updateTable('donations').set({ donor_id: donorId }).where('id', '=', _id).execute()
    expect((await gifts.tryChange(_id, { note: 'x' })).statusCode).toBe(200)
  })

  const IN_KIND = { mode: 'in_kind', receivedOn: TODAY, item: 'Rice', quantity: '1' }
  const NO_AMOUNT = 'Enter an amount of more than ₹0.'
  const FRACTION = 'The amount must be in rupees and whole paise, such as ₹500 or ₹500.50.'
  const ESTIMATE = 'The estimated value must be from ₹0 to less than ₹100 crore.'
  const POST_DATED = 'This cheque is post-dated. Deposit it on 05 Dec 2026, and enter it then.'
  const LETTER = 'Enter the date or number of the letter in which the donor directs the gift to the corpus.'
  test.each<[object, string, string]>([
    [{ ...CASH, amount: 0 }, 'amount', NO_AMOUNT],
    [{ ...CASH, amount: -100 }, 'amount', NO_AMOUNT],
    [{ ...CASH, amount: undefined }, 'amount', NO_AMOUNT],
    [{ ...CASH, amount: 1e11 }, 'amount', 'The amount must be less than ₹100 crore.'],
    [{ ...CASH, amount: 100.5 }, 'amount', FRACTION],
    [{ ...CASH, receivedOn: '2026-11-21' }, 'receivedOn', 'This day is in the future.'],
    [{ ...CASH, receivedOn: '1947-08-15' }, 'receivedOn', 'This day is before 1990. Check the year.'],
    [{ ...CASH, receivedOn: '2026-02-30' }, 'receivedOn', 'Enter a real date, such as 2026-04-01.'],
    [{ ...CHEQUE, instrumentNumber: ' ' }, 'instrumentNumber', 'Enter the number of the cheque.'],
    [{ ...CHEQUE, instrumentDate: '2026-12-05' }, 'instrumentDate', POST_DATED],
    [{ ...CASH, mode: 'bank_transfer' }, 'reference', 'Enter the UTR of the transfer.'],
    [{ ...CASH, mode: 'upi' }, 'reference', 'Enter the UPI reference.'],
    [{ ...CASH, mode: 'upi', reference: '12345' }, 'reference', 'A UPI reference has 6 to 40 characters.'],
    [{ ...IN_KIND, item: undefined }, 'item', 'Enter what was given.'],
    [{ ...IN_KIND, quantity: undefined }, 'quantity', 'Enter how much or how many.'],
    [{ ...IN_KIND, estimatedValue: -1 }, 'estimatedValue', ESTIMATE],
    [{ ...CASH, mode: 'collection' }, 'countedBy', 'Enter who counted it.'],
    [{ ...CASH, mode: 'collection', countedBy: 'A', donorId: 'x' }, 'donorId', 'A collection has no donor.'],
    [{ ...CASH, donationType: 'corpus', directionLetter: '7' }, 'donorId', 'A gift to the corpus needs its donor.'],
    [{ ...CASH, donationType: 'corpus' }, 'directionLetter', LETTER],
    [{ ...CASH, purposeId: 'x' }, 'purposeId', 'There is no such purpose.'],
    [{ ...CASH, institutionId: 'x' }, 'institutionId', 'There is no such institution.'],
    [{ ...CASH, donorId: 'a'.repeat(24) }, 'donorId', 'There is no such donor.'],
  ])('refuses %j at its field %s: %s', async (sent, field, sentence) => {
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
    await gifts.merge(survivor.id, merged.id)
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
    const key = newKey()
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
      await here.send('GET', `/gifts/${id}`),
      await gifts.tryChange(id, { note: 'x' }),
      await gifts.tryMove(id, 'cleared', TODAY),
      await here.send('GET', '/gifts/none'),
    ])
      expect(response.statusCode).toBe(404)
  })
})

anyDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  const gifts = giftCalls(here)
  beforeAll(() => gifts.setRule({ cashDayLimit: 200_000 }))

  const countDonations = async () => (await here.db.selectFrom('donations').select('id').execute()).length
  /** The warnings of a refusal that wrote nothing. */
  async function warningsOf(response: ReturnType<SharedApp['send']>) {
    const before = await countDonations()
    const { statusCode, ...rest } = await response
    expect([statusCode, rest.json().code]).toEqual([409, 'gift_warning'])
    expect(await countDonations()).toBe(before)
    return rest.json().warnings
  }

  test('warns of a likely double, and saves it once it is confirmed', async () => {
    const { id: donorId } = await buildDonor(here.db)
    const first = await gifts.add({ ...CASH, donorId })
    const receipt = first.receipts[0]?.number
    expect(await warningsOf(gifts.tryAdd({ ...CASH, donorId }))).toEqual([
      {
        code: 'double',
        message: `A gift of ₹500.00 by this donor on 20 Nov 2026 was entered already (receipt ${receipt}).`,
      },
    ])
    const key = newKey()
    await warningsOf(gifts.tryAdd({ ...CASH, donorId }, { key }))
    await gifts.add({ ...CASH, donorId, confirmed: ['double'] }, { key })
    await gifts.add({ ...CASH, donorId, amount: 500_01 })
  })

  test('compares with gifts that were paid online, but not with failed or deleted ones', async () => {
    const { id: donor_id } = await buildDonor(here.db)
    await buildDonation(here.db, { donor_id, amount: 100_00, status: 'failed' })
    await buildDonation(here.db, { donor_id, amount: 200_00, deleted_at: '2026-11-20' })
    await buildDonation(here.db, { donor_id, amount: 300_00, status: 'Captured' })
    await buildDonation(here.db, { donor_id, amount: 400_00, currency: 'USD' })
    for (const amount of [100_00, 200_00, 400_00]) await gifts.add({ ...CASH, donorId: donor_id, amount })
    const sent = { ...CASH, donorId: donor_id, amount: 300_00 }
    expect(await warningsOf(gifts.tryAdd(sent))).toMatchObject([{ code: 'double' }])
  })

  test('warns when the cash of one person in a day reaches the limit', async () => {
    const { id: donorId } = await buildDonor(here.db)
    await gifts.add({ ...CASH, donorId, amount: 1_50_000_00 })
    await gifts.add({ ...CASH, donorId, mode: 'upi', reference: '412345678901', amount: 1_00_000_00 })
    await gifts.add({ ...CASH, donorId, amount: 49_999_99 })
    expect(await warningsOf(gifts.tryAdd({ ...CASH, donorId, amount: 1 }))).toEqual([
      {
        code: 'cash-limit',
        message: 'With this gift, the donor has given ₹2,00,000.00 in cash on 20 Nov 2026. The limit is ₹2,00,000.00.',
      },
    ])
    await gifts.add({ ...CASH, donorId, amount: 1, receivedOn: '2026-11-19' })
    expect(await warningsOf(gifts.tryAdd({ ...CASH, amount: 2_00_000_00 }))).toMatchObject([{ code: 'cash-limit' }])
  })

  test('counts the cash of donors with the same phone, unless both have a PAN', async () => {
    const first = await buildDonor(here.db, { phones: ['0141-2770077'], pan: 'ABCPE7007F' })
    const second = await buildDonor(here.db, { phones: ['+91 141 2770077'] })
    const third = await buildDonor(here.db, { phones: ['(0141) 2770077'], pan: 'XYZPE7007F' })
    await gifts.add({ ...CASH, donorId: first.id, amount: 1_90_000_00 })
    await gifts.add({ ...CASH, donorId: third.id, amount: 1_90_000_00 })
    expect(await warningsOf(gifts.tryAdd({ ...CASH, donorId: second.id, amount: 10_000_00 }))).toEqual([
      {
        code: 'cash-limit',
        message:
          'With this gift, donors with this phone number have given ₹3,90,000.00 in cash on 20 Nov 2026. The limit is ₹2,00,000.00.',
      },
    ])
    await gifts.add({ ...CASH, donorId: second.id, amount: 10_000_00, mode: 'card' })
  })

  test('warns of a reference, cheque or draft that was entered before, and names the first gift', async () => {
    const { id: donorId } = await buildDonor(here.db, { name: 'Asha Patil' })
    const first = await gifts.add({ ...CASH, mode: 'upi', reference: '७७७१२३४५६७८९', donorId, amount: 700_00 })
    expect(first.reference).toBe('777123456789')
    const message = 'This number was entered already, for the gift of ₹700.00 by Asha Patil on 20 Nov 2026.'
    const again = { ...CASH, mode: 'bank_transfer', reference: '7771 2345\u20116789', receivedOn: '2026-11-19' }
    expect(await warningsOf(gifts.tryAdd(again))).toEqual([{ code: 'reference', message }])
    const second = await gifts.add({ ...again, confirmed: ['reference'] })
    await gifts.change(second._id, { note: 'Paid twice' })
    expect(await warningsOf(gifts.tryAdd({ ...again, amount: 1 }))).toEqual([{ code: 'reference', message }])
    expect(await warningsOf(gifts.tryChange(second._id, { reference: '777 123456789' }))).toMatchObject([
      { code: 'reference' },
    ])

    const cheque = { ...CHEQUE, instrumentNumber: '777001' }
    const bounced = await gifts.add(cheque)
    expect(await warningsOf(gifts.tryAdd({ ...cheque, mode: 'draft', bank: 'STATE BANK' }))).toMatchObject([
      { code: 'reference', message: expect.stringContaining('by an anonymous donor') },
    ])
    await gifts.add({ ...cheque, bank: 'Canara Bank' })
    await gifts.move(bounced._id, 'bounced', TODAY)
    await gifts.add(cheque)
  })

  test('warns of a cheque older than three months and of an earlier financial year', async () => {
    const sent = { ...CHEQUE, receivedOn: '2026-03-31' }
    const both = [{ code: 'stale-cheque' }, { code: 'other-year' }]
    expect(await warningsOf(gifts.tryAdd({ ...sent, instrumentDate: '2025-12-30' }))).toMatchObject(both)
    expect(await warningsOf(gifts.tryAdd({ ...sent, instrumentDate: '2025-12-31' }))).toMatchObject([
      { code: 'other-year' },
    ])
    const partly = { ...sent, instrumentDate: '2025-12-30', confirmed: ['other-year'] }
    expect(await warningsOf(gifts.tryAdd(partly))).toMatchObject(both)
    await gifts.add({ ...partly, confirmed: ['stale-cheque', 'other-year'] })
  })

  test('warns of a correction only as far as it concerns the warning', async () => {
    const { id: donorId } = await buildDonor(here.db)
    await gifts.add({ ...CASH, donorId })
    const other = await gifts.add({ ...CASH, donorId, amount: 600_00 })
    await gifts.change(other._id, { note: 'In an envelope' })
    expect(await warningsOf(gifts.tryChange(other._id, { amount: 500_00 }))).toMatchObject([{ code: 'double' }])
    expect((await gifts.read(other._id)).amount).toBe(600_00)
    const double = await gifts.change(other._id, { amount: 500_00, confirmed: ['double'] })
    expect(await gifts.change(double._id, { note: 'Checked' })).toMatchObject({ note: 'Checked', version: 4 })
  })

  test('warns when the anonymous gifts of a financial year exceed the larger of two limits', async () => {
    const own = await ownTestApp({ engine })
    const there = giftCalls(own)
    await there.setRule({ anonymousLimit: 1_000, anonymousShare: 5 })
    const { id: donorId } = await buildDonor(own.db)
    const collection = { ...CASH, mode: 'collection', countedBy: 'Two people' } as const
    const codesOf = async (response: ReturnType<SharedApp['send']>) =>
      ((await response).json().warnings ?? []).map(({ code }: { code: string }) => code)
    const first = await there.add({ ...collection, amount: 600_00 })
    await buildDonation(own.db, { donor_name: null, donor_email: null, donor_phone: null, amount: 300_00 })
    // These do not count: a name, failed, deleted, another currency, the year before.
    const anonymous = { donor_name: null, donor_email: null, donor_phone: null, amount: 900_00 }
    await buildDonation(own.db, { amount: 100_00 })
    for (const more of [{ status: 'failed' }, { deleted_at: '2026-11-20' }, { currency: 'USD' }]) {
      await buildDonation(own.db, { ...anonymous, ...more })
    }
    await buildDonation(own.db, { ...anonymous, created_at: '2026-03-31T06:00:00.000Z' })
    const cash = await there.add({ ...CASH, amount: 100_00 })
    const refused = await there.tryAdd({ ...collection, amount: 1 })
    const message =
      'With this gift, the anonymous gifts of the financial year 2026-27 come to ₹1,000.01. The limit is ₹1,000.00.'
    expect([refused.statusCode, refused.json().warnings]).toEqual([409, [{ code: 'anonymous-limit', message }]])
    const hindi = await there.tryAdd({ ...collection, amount: 1 }, { language: 'hi' })
    expect(hindi.json().message).toMatch(/गुप्त दान ₹1,000\.01 हो जाते हैं। सीमा ₹1,000\.00 है।$/)
    expect(await codesOf(there.tryChange(first._id, { amount: 600_01 }))).toEqual(['anonymous-limit'])
    expect(await codesOf(there.tryChange(cash._id, { note: 'In a box' }))).toEqual([])
    await there.add({ mode: 'in_kind', receivedOn: TODAY, item: 'Rice', quantity: '5 kg' })
    // The share is 5 per cent: ₹1,000.00 of ₹20,000.05, and ₹1,005.25 of ₹20,105.
    await there.add({ ...CASH, donorId, amount: 18_900_00 })
    expect(await codesOf(there.tryAdd({ ...collection, amount: 5 }))).toEqual(['anonymous-limit'])
    await there.add({ ...CASH, donorId, amount: 100_00 })
    await there.add({ ...collection, amount: 5_00 })
    const donorGift = await there.add({ ...CASH, donorId, amount: 200_00 })
    expect(await codesOf(there.tryChange(donorGift._id, { donorId: null }))).toEqual(['anonymous-limit'])
    await there.change(donorGift._id, { donorId: null, confirmed: ['anonymous-limit'] })
    await there.setRule({})
    await there.add({ ...collection, amount: 50_000_00 })
  })

  test('counts pending cheques among the anonymous gifts, so that a clearing needs no warning', async () => {
    const own = await ownTestApp({ engine })
    const there = giftCalls(own)
    await there.setRule({ anonymousLimit: 1_000 })
    const pending = await there.add({ ...CHEQUE, amount: 600_00 })
    await buildDonation(own.db, { donor_name: null, status: 'pending', payment_method: 'upi', amount: 900_00 })
    const second = { ...CHEQUE, mode: 'draft', amount: 400_01, instrumentNumber: '000124' } as const
    const refused = await there.tryAdd(second)
    expect([refused.statusCode, refused.json().warnings]).toMatchObject([409, [{ code: 'anonymous-limit' }]])
    const exact = await there.add({ ...second, amount: 400_00 })
    await there.move(pending._id, 'bounced', TODAY)
    await there.add({ ...CASH, amount: 600_00 })
    expect(await there.move(exact._id, 'cleared', TODAY)).toMatchObject({ status: 'captured' })
    expect((await there.tryAdd({ ...CASH, amount: 1 })).statusCode).toBe(409)
  })

  test('counts pending anonymous cheques in the sum of which a share is the limit', async () => {
    const own = await ownTestApp({ engine })
    const there = giftCalls(own)
    await there.setRule({ anonymousShare: 5 })
    const { id: donorId } = await buildDonor(own.db)
    await there.add({ ...CASH, donorId, amount: 19_000_00 })
    const cheque = { ...CHEQUE, amount: 400_00 }
    const cheques = [await there.add(cheque), await there.add({ ...cheque, instrumentNumber: '000124' })]
    // 5 % of 19,980 are 999, before the clearing and after it.
    const last = await there.add({ ...CASH, amount: 180_00 })
    const tooMuch = { ...CASH, amount: 21_00 }
    expect((await there.tryAdd(tooMuch)).json().warnings).toMatchObject([{ code: 'anonymous-limit' }])
    for (const { _id } of cheques) await there.move(_id, 'cleared', TODAY)
    expect((await there.tryAdd(tooMuch)).json().warnings).toMatchObject([{ code: 'anonymous-limit' }])
    expect((await there.tryChange(last._id, { amount: 199_00 })).statusCode).toBe(200)
  })

  test('speaks of the number of an earlier year only to gifts that get one', async () => {
    const sent = { ...CASH, receivedOn: '2026-03-31' }
    const messageOf = async (gift: object) => (await gifts.tryAdd({ ...sent, ...gift })).json().message
    const sentence = 'The day of receipt is in an earlier financial year.'
    expect(await messageOf({})).toBe(`${sentence} The receipt gets a number of that year.`)
    expect(await messageOf({ leafNumber: '12' })).toBe(sentence)
    expect(await messageOf({ mode: 'collection', countedBy: 'Ravi' })).toBe(sentence)
  })

  test('does not warn of a second gift in kind of another thing', async () => {
    const { id: donorId } = await buildDonor(here.db)
    const rice = { mode: 'in_kind', receivedOn: TODAY, item: 'Rice', quantity: '5 kg', donorId }
    await gifts.add(rice)
    await gifts.add({ ...rice, item: 'Dal' })
    expect(await warningsOf(gifts.tryAdd({ ...rice, quantity: '6 kg' }))).toMatchObject([
      { code: 'double', message: 'A gift of Rice by this donor on 20 Nov 2026 was entered already.' },
    ])
  })
})

describe('around the end of a financial year', () => {
  const LAST_SECOND = Date.parse('2026-03-31T23:59:59+05:30')
  const [MARCH, APRIL] = ['2026-03-31', '2026-04-01']
  const here = sharedTestApp({ now: LAST_SECOND })
  const gifts = giftCalls(here)

  test.each(GIFTS.map((gift) => [gift.mode, gift] as const))(
    'a gift by %s belongs to the year of its day of receipt',
    async (mode, sent) => {
      const donorId = mode === 'collection' ? null : (await buildDonor(here.db)).id
      const at = (receivedOn: string, ...confirmed: string[]) => ({
        ...{ ...sent, receivedOn, donorId, confirmed },
        ...(sent.instrumentDate && { instrumentDate: MARCH }),
      })
      vi.setSystemTime(LAST_SECOND)
      const early = await gifts.tryAdd(at(APRIL))
      expect([early.statusCode, early.json().fields.receivedOn]).toEqual([400, 'This day is in the future.'])
      const last = await gifts.add(at(MARCH))
      vi.setSystemTime(LAST_SECOND + 1000)
      const ids = [last, await gifts.add(at(MARCH, 'other-year', 'double')), await gifts.add(at(APRIL))].map(
        ({ _id }) => _id,
      )
      if (CLEARED_MODES.includes(mode)) for (const id of ids) await gifts.move(id, 'cleared', APRIL)

      const rows = await here.db
        .selectFrom('donations')
        .leftJoin('receipts', 'donation_id', 'donations.id')
        .select(['series', 'local_day'])
        .where('donations.id', 'in', ids)
        .orderBy('donations.n')
        .execute()
      const hasReceipt = mode !== 'in_kind' && mode !== 'collection'
      const [old, current] = hasReceipt ? ['2025-26', '2026-27'] : [null, null]
      const before = { series: old, local_day: MARCH }
      expect(rows).toEqual([before, before, { series: current, local_day: APRIL }])
      if (donorId === null) return
      expect((await here.read(`/donors/${donorId}`)).data.years).toMatchObject([
        { year: '2026-27', count: 1 },
        { year: '2025-26', count: 2 },
      ])
    },
  )
})
