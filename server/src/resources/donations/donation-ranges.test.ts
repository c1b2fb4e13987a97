import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

/** The last second of a financial year and the first of the next, in each zone. */
const ZONES = [
  ['Asia/Kolkata', '2026-03-31T18:29:59.000Z', '2026-03-31T18:30:00.000Z'],
  ['America/New_York', '2026-04-01T03:59:59.000Z', '2026-04-01T04:00:00.000Z'],
] as const

eachDatabase((engine) => {
  describe.each(ZONES)('in %s', (timeZone, end, start) => {
    let server: TestApp
    let bearer: { authorization: string }
    beforeAll(async () => {
      server = await testApp({ engine, env: { TIME_ZONE: timeZone } })
      bearer = (await server.signIn(['Donations'])).bearer
      await buildDonation(server.db, { donor_name: 'March', amount: 101, created_at: end }, timeZone)
      await buildDonation(server.db, { donor_name: 'April', amount: 202, created_at: start }, timeZone)
    })
    afterAll(() => server.close())

    const get = (path: string) => server.app.inject({ url: `/api/donate${path}`, headers: bearer })

    test.each([
      ['from=2025-04-01&to=2026-03-31', ['March'], 101],
      ['from=2026-04-01&to=2027-03-31', ['April'], 202],
      ['from=2026-03-31&to=2026-04-01', ['April', 'March'], 303],
      ['from=2026-03-31&to=2026-03-31', ['March'], 101],
      ['period=today&from=2026-04-01&to=2026-04-01', ['April'], 202],
      ['from=1900-01-01&to=2026-03-30', [], 0],
    ])('%s: list, page, figures and CSV agree', async (query, names, paise) => {
      const nameOf = ({ donorName }: { donorName: string }) => donorName
      expect((await get(`?${query}`)).json().data.map(nameOf)).toEqual(names)
      const page = (await get(`?${query}&page=1&limit=10`)).json()
      expect([page.data.map(nameOf), page.total]).toEqual([names, names.length])
      const figures = (await get(`/summary/matches?${query}`)).json().data
      expect(figures).toMatchObject({ count: names.length, successfulAmount: paise })
      const csv = await get(`/export?${query}`)
      expect(csv.headers['content-disposition']).toContain('"donations-filtered-')
      const lines = csv.body.trim().split('\r\n').slice(1)
      expect(lines.map((line) => line.split(',')[1])).toEqual(names.map((name) => `"${name}"`))
    })
  })
})

describe('refuses days that are no range, with a sentence at the field', () => {
  let server: TestApp
  let bearer: { authorization: string }
  beforeAll(async () => {
    server = await testApp()
    bearer = (await server.signIn(['Donations'])).bearer
  })
  afterAll(() => server.close())

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
      const { statusCode, body } = await server.app.inject({ url: `/api/donate${path}?${query}`, headers: bearer })
      expect(statusCode).toBe(400)
      expect(JSON.parse(body)).toMatchObject({ success: false, message: sentence, fields: { [field]: sentence } })
    }
    expect(await historyOf(server.db)).toEqual([])
  })
})
