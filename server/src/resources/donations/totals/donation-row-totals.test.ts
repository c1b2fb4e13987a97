import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../../testing/databases.ts'
import { buildDonation } from '../../../testing/factories.ts'
import { buildOfflineGift } from '../../../testing/offline-gift-factories.ts'
import { type TestApp, type TestSession, testApp } from '../../../testing/test-app.ts'

const DAYS = ['2026-03-31', '2026-04-01', '2026-04-10', '2026-04-30', '2026-05-02']

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

  test('groups by collector all gifts of several months', async () => {
    const { data } = await get('/groups?by=collector')
    expect(data.rows).toMatchObject([
      { key: 'Ramesh', count: 5, amount: 500 },
      { key: null, count: 5, amount: 5 },
    ])
  })
})
