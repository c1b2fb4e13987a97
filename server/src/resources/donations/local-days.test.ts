import { expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { readFilter } from './donation-filter-service.ts'
import { findPage } from './donation-list-service.ts'
import { prepareLocalDays } from './local-day-service.ts'

eachDatabase((engine) => {
  let db: Db
  openForEachTest(engine, (newDb) => {
    db = newDb
  })

  test('computes all days anew at start after TIME_ZONE has changed, once', async () => {
    const warnings: string[] = []
    const log = { warn: (_details: object, message: string) => warnings.push(message) }
    await prepareLocalDays(db, 'Asia/Kolkata', log)
    for (const time of ['18:29', '18:31']) {
      await buildDonation(db, { created_at: `2026-01-01T${time}:00.000Z`, donor_name: `Asha ${time}` })
    }
    const namesOn = async (day: string, search: string, timeZone: string) => {
      const filter = { search, from: day, to: day }
      const selection = await readFilter(db, filter, 'createdAt', { now: 0, timeZone })
      const { rows } = await findPage(db, selection, { sort: 'latest', page: 1, limit: 10 })
      return rows.map(({ donorName }) => donorName)
    }
    for (const search of ['', 'asha']) {
      expect(await namesOn('2026-01-02', search, 'Asia/Kolkata')).toEqual(['Asha 18:31'])
    }
    await prepareLocalDays(db, 'UTC', log)
    await prepareLocalDays(db, 'UTC', log)
    for (const search of ['', 'asha']) {
      expect(await namesOn('2026-01-01', search, 'UTC')).toEqual(['Asha 18:31', 'Asha 18:29'])
    }
    expect(warnings).toEqual(['TIME_ZONE has changed; computing the days of all donations'])
  })
})
