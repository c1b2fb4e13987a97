import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { groupDonations } from './donation-group-service.ts'
import { findPage, readFilter, summarizeMatches } from './donation-list-service.ts'
import { prepareLocalDays } from './local-day-service.ts'

/** The last second of a financial year and the first of the next, in each zone. */
const ZONES = [
  ['Asia/Kolkata', '2026-03-31T18:29:59.000Z', '2026-03-31T18:30:00.000Z'],
  ['America/New_York', '2026-04-01T03:59:59.000Z', '2026-04-01T04:00:00.000Z'],
] as const

eachDatabase((engine) => {
  describe.each(ZONES)('in %s', (timeZone, end, start) => {
    const here = sharedTestApp({ engine, env: { TIME_ZONE: timeZone } })
    beforeAll(async () => {
      await buildDonation(here.db, { donor_name: 'March', amount: 101, created_at: end }, timeZone)
      await buildDonation(here.db, { donor_name: 'April', amount: 202, created_at: start }, timeZone)
    })

    test.each([
      ['from=2025-04-01&to=2026-03-31', ['March'], 101],
      ['from=2026-04-01&to=2027-03-31', ['April'], 202],
      ['from=2026-03-31&to=2026-04-01', ['April', 'March'], 303],
      ['from=2026-03-31&to=2026-03-31', ['March'], 101],
      ['period=today&from=2026-04-01&to=2026-04-01', ['April'], 202],
      ['from=1900-01-01&to=2026-03-30', [], 0],
    ])('%s: list, page, figures and CSV agree', async (query, names, paise) => {
      const nameOf = ({ donorName }: { donorName: string }) => donorName
      expect((await here.read(`/donate?${query}`)).data.map(nameOf)).toEqual(names)
      const page = await here.read(`/donate?${query}&page=1&limit=10`)
      expect([page.data.map(nameOf), page.total]).toEqual([names, names.length])
      const figures = (await here.read(`/donate/summary/matches?${query}`)).data
      expect(figures).toMatchObject({ count: names.length, successfulAmount: paise })
      const csv = await here.send('GET', `/donate/export?${query}`)
      expect(csv.headers['content-disposition']).toContain('"donations-filtered-')
      const lines = csv.body.trim().split('\r\n').slice(1)
      expect(lines.map((line) => line.split(',')[1])).toEqual(names.map((name) => `"${name}"`))
    })
  })
})

describe('refuses days that are no range, with a sentence at the field', () => {
  const here = sharedTestApp()

  const NO_DAY = 'Give an existing day from 1900 to 2100, such as 2026-04-01.'
  test.each([
    ['from=2026-02-31&to=2026-04-01', 'from', NO_DAY],
    ['from=2026-04-01&to=2026-02-29', 'to', NO_DAY],
    ['from=0001-01-01&to=2026-04-01', 'from', NO_DAY],
    ['from=2026-04-01&to=9999-12-31', 'to', NO_DAY],
    ['from=2026-04-02&to=2026-04-01', 'to', 'The last day must not be before the first day.'],
    ['from=2026-04-02', 'to', 'Give both a first and a last day.'],
    ['to=2026-04-02', 'from', 'Give both a first and a last day.'],
  ])('%s', async (query, field, sentence) => {
    for (const path of ['', '/summary/matches', '/export']) {
      const { statusCode, body } = await here.send('GET', `/donate${path}?${query}`)
      expect(statusCode).toBe(400)
      expect(JSON.parse(body)).toMatchObject({ success: false, message: sentence, fields: { [field]: sentence } })
    }
    expect(await historyOf(here.db)).toEqual([])
  })
})

const DAYS = ['2026-03-31', '2026-04-01', '2026-04-10', '2026-04-30', '2026-05-02']

const CLOCK = { now: Date.parse('2026-11-21T06:00:00Z'), timeZone: 'Asia/Kolkata' }

eachDatabase((engine) => {
  const here = sharedTestApp({ engine })
  beforeAll(async () => {
    for (const received_on of DAYS) {
      await buildDonation(here.db, { created_at: `${received_on}T06:30:00.000Z`, amount: 1, status: 'captured' })
      await buildOfflineGift(here.db, { received_on, collected_by: 'Ramesh', donation: { amount: 100 } })
    }
    await buildOfflineGift(here.db, { mode: 'cheque', received_on: '2026-04-10', donation: { amount: 10 } })
  })

  const get = (path: string) => here.read(`/donate${path}`)

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

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  test('computes all days again at the first start with another TIME_ZONE, and at no later start', async () => {
    const warnings: string[] = []
    const log = { warn: (_details: object, message: string) => warnings.push(message) }
    await prepareLocalDays(here.db, 'Asia/Kolkata', log)
    for (const time of ['18:29', '18:31']) {
      await buildDonation(here.db, { created_at: `2026-01-01T${time}:00.000Z`, donor_name: `Asha ${time}` })
    }
    const namesOn = async (day: string, search: string, timeZone: string) => {
      const filter = { search, from: day, to: day }
      const selection = await readFilter(here.db, filter, 'createdAt', { now: 0, timeZone })
      const { rows } = await findPage(here.db, selection, { sort: 'latest', page: 1, limit: 10 })
      return rows.map(({ donorName }) => donorName)
    }
    for (const search of ['', 'asha']) {
      expect(await namesOn('2026-01-02', search, 'Asia/Kolkata')).toEqual(['Asha 18:31'])
    }
    await prepareLocalDays(here.db, 'UTC', log)
    await prepareLocalDays(here.db, 'UTC', log)
    for (const search of ['', 'asha']) {
      expect(await namesOn('2026-01-01', search, 'UTC')).toEqual(['Asha 18:31', 'Asha 18:29'])
    }
    expect(warnings).toEqual(['TIME_ZONE has changed; computing the days of all donations'])
  })
})
