import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor } from '../../testing/factories.ts'
import { CASH, CHEQUE, type GiftCalls, giftCalls, NOW, TODAY } from '../../testing/gift-calls.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

anyDatabase((engine) => {
  let here: TestApp
  let gifts: GiftCalls
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    here = await testApp({ engine })
    gifts = await giftCalls(here)
    await gifts.setRule({ cashDayLimit: 200_000 })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await here.close()
  })

  const countDonations = async () => (await here.db.selectFrom('donations').select('id').execute()).length
  /** The warnings of a refusal that wrote nothing. */
  async function warningsOf(response: ReturnType<GiftCalls['send']>) {
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
    const key = gifts.newKey()
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
