import { giftFieldsOf, isGiftFieldRequired, isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { describe, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor, buildInstitution, buildPurpose } from '../../testing/factories.ts'
import { CASH, CHEQUE, GIFTS, giftCalls, NOW, newKey, TODAY } from '../../testing/gifts/gift-calls.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

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
