import { CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildDonor } from '../../testing/factories.ts'
import { GIFTS, type GiftCalls, giftCalls } from '../../testing/gifts/gift-calls.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

/** In the trust's zone, Asia/Kolkata. */
const LAST_SECOND = Date.parse('2026-03-31T23:59:59+05:30')
const FIRST_SECOND = Date.parse('2026-04-01T00:00:00+05:30')

let here: TestApp
let gifts: GiftCalls
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: LAST_SECOND })
  here = await testApp()
  gifts = await giftCalls(here)
})
afterAll(async () => {
  vi.useRealTimers()
  await here.close()
})

const seriesOf = async (id: string) => {
  const rows = await here.db.selectFrom('receipts').select('series').where('donation_id', '=', id).execute()
  return rows.map(({ series }) => series)
}

test.each(GIFTS.map((gift) => [gift.mode, gift] as const))(
  'a gift by %s belongs to the year of its day of receipt',
  async (mode, sent) => {
    const donor = mode === 'collection' ? null : (await buildDonor(here.db)).id
    const [march, april] = ['2026-03-31', '2026-04-01']
    const at = (receivedOn: string) => ({
      ...sent,
      receivedOn,
      donorId: donor,
      confirmed: ['other-year'],
      ...(sent.instrumentDate && { instrumentDate: march }),
    })
    vi.setSystemTime(LAST_SECOND)
    const early = await gifts.tryAdd(at(april))
    expect([early.statusCode, early.json().fields.receivedOn]).toEqual([400, 'This day is in the future.'])
    const last = await gifts.add({ ...at(march), confirmed: [] })
    vi.setSystemTime(FIRST_SECOND)
    const late = await gifts.add({ ...at(march), confirmed: ['other-year', 'double'] })
    const first = await gifts.add(at(april))
    const isCleared = CLEARED_MODES.includes(mode)
    if (isCleared) for (const { _id } of [last, late, first]) await gifts.move(_id, 'cleared', april)

    const hasReceipt = mode !== 'in_kind' && mode !== 'collection'
    const [old, current] = hasReceipt ? [['2025-26'], ['2026-27']] : [[], []]
    expect(await Promise.all([last, late, first].map(({ _id }) => seriesOf(_id)))).toEqual([old, old, current])
    const days = await Promise.all([last, late, first].map(({ _id }) => gifts.donationOf(_id)))
    expect(days.map(({ local_day }) => local_day)).toEqual([march, march, april])
    const listed = async (period: string) =>
      (await gifts.send('GET', `/donate?${period}&page=1&limit=100`)).json().data.map(({ _id }: { _id: string }) => _id)
    expect(await listed(`from=${march}&to=${march}`)).toEqual(expect.arrayContaining([last._id, late._id]))
    expect(await listed(`from=${march}&to=${march}`)).not.toContain(first._id)
    expect(await listed('period=financial-year')).toContain(first._id)
    expect(await listed('period=financial-year')).not.toContain(late._id)
    if (donor === null) return
    const { years } = (await gifts.send('GET', `/donors/${donor}`)).json().data
    expect(years).toMatchObject([
      { year: '2026-27', count: 1 },
      { year: '2025-26', count: 2 },
    ])
  },
)
