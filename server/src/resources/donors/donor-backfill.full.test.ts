import { expect, test } from 'vitest'
import { derivedDonationColumns } from '../../db/donation-columns.ts'
import { newId } from '../../db/id.ts'
import { MATCH_DONORS } from '../../jobs/job-kinds.ts'
import { insertJobs } from '../../jobs/job-store.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

/** Each donor has three gifts, and every tenth gift is anonymous. */
const GIFTS = 3000

eachDatabase((engine) => {
  const here = sharedTestApp({ engine })

  async function insertGifts(count: number) {
    for (let start = 0; start < count; start += 500) {
      const rows = Array.from({ length: 500 }, (_, at) => {
        const n = start + at
        const person = Math.floor(n / 3)
        const isAnonymous = n % 10 === 0
        const source = {
          donor_name: isAnonymous ? null : `Donor ${person}`,
          donor_email: isAnonymous || n % 3 === 0 ? null : `donor-${person}@example.org`,
          donor_phone: isAnonymous ? null : `+91${6_000_000_000 + person}`,
          purpose: null,
          amount: 100,
          created_at: '2026-01-01T00:00:00.000Z',
        }
        const row = { id: newId(), ...source, ...derivedDonationColumns(source, 'Asia/Kolkata') }
        return { ...row, currency: 'INR', status: 'captured', updated_at: source.created_at }
      })
      await here.db.insertInto('donations').values(rows).execute()
    }
  }

  test('finds the donors of earlier gifts, goes on after an interruption, and records each batch', async () => {
    const { db, jobs } = here
    await insertGifts(GIFTS)
    const unpaid = await buildDonation(db, { status: 'failed' })
    await insertJobs(db, MATCH_DONORS, ['all'])
    await jobs.idle()
    const rows = await db.selectFrom('donations').select(['id', 'donor_name', 'donor_id']).execute()
    const donorByName = new Map<string, string | null>()
    for (const { id, donor_name, donor_id } of rows) {
      if (donor_name === null || id === unpaid.id) expect(donor_id).toBeNull()
      else expect(donor_id).toBe(donorByName.get(donor_name) ?? donor_id)
      if (donor_name !== null) donorByName.set(donor_name, donor_id)
    }
    const { donors } = await db
      .selectFrom('donors')
      .select((of) => of.fn.countAll().as('donors'))
      .executeTakeFirstOrThrow()
    expect(Number(donors)).toBe(GIFTS / 3)
    const entries = (await historyOf(db)).filter(({ action }) => action === 'donor.matched')
    const sum = (name: 'gifts' | 'donors') => entries.reduce((total, { details }) => total + Number(details?.[name]), 0)
    expect([sum('gifts'), sum('donors')]).toEqual([GIFTS * 0.9, GIFTS / 3])

    await db
      .updateTable('donations')
      .set({ donor_id: null })
      .where('n', '>', GIFTS / 2)
      .execute()
    await insertJobs(db, MATCH_DONORS, ['all'])
    await jobs.idle()
    const again = await db.selectFrom('donations').select(['id', 'donor_id']).execute()
    expect(new Map(again.map(({ id, donor_id }) => [id, donor_id]))).toEqual(
      new Map(rows.map(({ id, donor_id }) => [id, donor_id])),
    )
  })
})
