import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'
import { readFilter } from './donation-filter-service.ts'
import { groupDonations } from './donation-group-service.ts'
import { summarizeMatches } from './donation-list-service.ts'

const DAYS = ['2026-03-31', '2026-04-01', '2026-04-10', '2026-04-30', '2026-05-02']

const CLOCK = { now: Date.parse('2026-11-21T06:00:00Z'), timeZone: 'Asia/Kolkata' }

eachDatabase((engine) => {
  let here: TestApp
  let keeper: TestSession
  beforeAll(async () => {
    here = await testApp({ engine })
    keeper = await here.signIn(['Donations'])
    for (const received_on of DAYS) {
      await buildDonation(here.db, { created_at: `${received_on}T06:30:00.000Z`, amount: 1, status: 'captured' })
      await buildOfflineGift(here.db, { received_on, collected_by: 'Ramesh', donation: { amount: 100 } })
    }
    await buildOfflineGift(here.db, { mode: 'cheque', received_on: '2026-04-10', donation: { amount: 10 } })
  })
  afterAll(() => here.close())

  const get = async (path: string) =>
    (await here.app.inject({ url: `/api/donate${path}`, headers: keeper.bearer })).json()

  test.each([
    ['of all time', '', 6, 5],
    ['from the middle of a month to that of another', '&from=2026-04-02&to=2026-05-01', 3, 2],
    ['within a month', '&from=2026-04-10&to=2026-04-10', 2, 1],
    ['of whole months', '&from=2026-04-01&to=2026-05-31', 5, 4],
    ['of one status', '&status=pending', 1, 0],
    ['of days without any', '&from=2025-04-01&to=2025-04-30', 0, 0],
  ])('lists, counts and sums the gifts without a collector %s', async (_name, filter, count, successfulCount) => {
    const list = await get(`?limit=1&page=1&collector=none${filter}`)
    expect([list.total, list.data.length]).toEqual([count, Math.min(count, 1)])
    const { data } = await get(`/summary/matches?collector=none${filter}`)
    expect(data).toMatchObject({ count, successfulCount, successfulAmount: successfulCount })
  })

  test('finds by day of receipt the gifts without a collector that were received in another month', async () => {
    const order = { created_at: '2026-05-31T06:30:00.000Z', payment_id: 'pay_other', amount: 1, status: 'captured' }
    const { id } = await buildDonation(here.db, { ...order, captured_at: '2026-06-01T06:30:00.000Z' })
    await buildDonation(here.db, { ...order, payment_id: 'pay_same', captured_at: order.created_at })
    const filter = 'collector=none&dayOf=receipt&from=2026-05-03&to=2026-06-30'
    const list = await get(`?limit=1&page=2&${filter}`)
    expect([list.total, list.page]).toEqual([2, 2])
    expect((await get(`?limit=1&page=1&${filter}`)).data[0]._id).not.toBe(list.data[0]._id)
    expect((await get(`/summary/matches?${filter}`)).data).toMatchObject({ count: 2, successfulAmount: 2 })
    const june = 'collector=none&dayOf=receipt&from=2026-06-01&to=2026-06-30'
    expect((await get(`?limit=5&page=1&${june}`)).data).toMatchObject([{ _id: id }])
    await here.db.deleteFrom('donations').where('payment_id', 'in', ['pay_other', 'pay_same']).execute()
  })

  test.each(['not a date', '', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.000Z', 'March 3, 2026'])(
    'groups all other gifts if one was received at "%s"',
    async (created_at) => {
      const given = { created_at, captured_at: null, status: 'captured', amount: 7 }
      const { id } = await buildDonation(here.db, given)
      await here.db.updateTable('donations').set({ local_day: created_at }).where('id', '=', id).execute()
      const totalOf = async (by: 'month' | 'mode' | 'collector', filter: DonationFilter = {}) =>
        (await groupDonations(here.db, by, await readFilter(here.db, filter, 'receivedAt', CLOCK), CLOCK.timeZone))
          .total.amount
      expect(await totalOf('mode')).toBe(512)
      expect(await totalOf('collector')).toBe(512)
      expect(await totalOf('month')).toBe(505)
      expect(await totalOf('month', { search: 'gau' })).toBe(505)
      const withoutCollector = await summarizeMatches(here.db, { words: [], collector: 'none' })
      expect(withoutCollector).toMatchObject({ count: 7, successfulAmount: 12 })
      await here.db.deleteFrom('donations').where('id', '=', id).execute()
    },
  )

  test('groups by collector all gifts of several months', async () => {
    const { data } = await get('/groups?by=collector')
    expect(data.rows).toMatchObject([
      { key: 'Ramesh', count: 5, amount: 500 },
      { key: null, count: 5, amount: 5 },
    ])
  })
})
