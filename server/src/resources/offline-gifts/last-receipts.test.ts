import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { CASH, CHEQUE, type GiftCalls, giftCalls, NOW, TODAY } from '../../testing/gifts/gift-calls.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const MINUTE_MS = 60_000

anyDatabase((engine) => {
  let here: TestApp
  let gifts: GiftCalls
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    here = await testApp({ engine })
    gifts = await giftCalls(here)
  })
  beforeEach(() => vi.setSystemTime(NOW))
  afterAll(async () => {
    vi.useRealTimers()
    await here.close()
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
    const rows = await here.db.selectFrom('receipts').select('snapshot').where('donation_id', '=', _id).execute()
    const replaced = rows.map(({ snapshot }) => JSON.parse(snapshot).replaces)
    expect(replaced).toContain(corrected?.number)
  })
})
