import { beforeAll, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { CASH, CHEQUE, giftCalls, NOW, newKey, TODAY } from '../../testing/gifts/gift-calls.ts'
import { ownTestApp, type SharedApp, sharedTestApp } from '../../testing/shared-app.ts'

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
