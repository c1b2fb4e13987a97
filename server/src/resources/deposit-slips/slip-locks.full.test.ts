import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/db.ts'
import { openPostgres } from '../../db/postgres.ts'
import { makeMigratedDatabase, onlyPostgres, type TestDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { countWaiting } from '../../testing/waiting-statements.ts'
import { mergeDonors } from '../donors/donor-merge-service.ts'
import { cancelSlip } from './deposit-slip-service.ts'
import { findCandidates, insertSlip, markDeposited } from './deposit-slip-store.ts'

const GIFTS = 3
const recorder = { actor: null, record: async () => {} }

onlyPostgres(() => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await makeMigratedDatabase('PostgreSQL', { isDirect: true })
    // As PostgreSQL may read a large table: the merge in the order of ids, the slip in that of the
    // rows.
    const plans = encodeURIComponent('-c enable_seqscan=off -c enable_bitmapscan=off')
    db = await openPostgres(`${database.databaseUrl}?options=${plans}`)
  })
  afterAll(async () => {
    await db.destroy()
    await database.remove()
  })

  /**
   * A slip with the gifts of one donor. The rows of the gifts are stored from the last id to the
   * first.
   */
  async function buildSlip() {
    const [survivor, merged] = [await buildDonor(db), await buildDonor(db)]
    const giftIds: string[] = []
    for (let at = 0; at < GIFTS; at += 1) {
      const { donation_id } = await buildOfflineGift(db, { donation: { donor_id: merged.id } })
      giftIds.push(donation_id)
    }
    giftIds.sort()
    const day = '2026-11-20'
    const slip = { depositedOn: day, slipNumber: '', bankAccount: 'SBI', amount: GIFTS * 500_00 }
    const by = { createdAt: day, createdBy: 'meera', createdById: 'm' }
    const slipId = await insertSlip(db, { ...slip, ...by }, await findCandidates(db, giftIds))
    for (const id of giftIds.toReversed()) {
      await markDeposited(db, { slipId, depositedOn: day, giftIds: [id] })
    }
    return { survivorId: survivor.id, mergedId: merged.id, slipId, between: giftIds[1] ?? '' }
  }

  test.each(['cancelled', 'merged'])(
    'a slip is cancelled while the donor of its gifts is merged, first %s',
    async (first) => {
      const { slipId, between, ...donors } = await buildSlip()
      const works = [
        () => cancelSlip({ db, recorder }, slipId),
        () => mergeDonors({ db, recorder }, { ...donors, take: [] }),
      ]
      if (first === 'merged') works.reverse()
      const { runs } = await db.transaction().execute(async (transaction) => {
        await sql`select from offline_gifts where donation_id = ${between} for update`.execute(transaction)
        const started: Promise<unknown>[] = []
        for (const work of works) {
          started.push(work())
          await expect.poll(() => countWaiting(db)).toBe(started.length)
        }
        return { runs: Promise.allSettled(started) }
      })
      expect((await runs).map((run) => (run.status === 'rejected' ? run.reason : run.status))).toEqual([
        'fulfilled',
        'fulfilled',
      ])
      const gifts = await db
        .selectFrom('offline_gifts')
        .innerJoin('donations', 'donations.id', 'donation_id')
        .select(['donor_id', 'deposit_slip_id'])
        .where('donor_id', 'in', [donors.survivorId, donors.mergedId])
        .execute()
      expect(gifts).toEqual(Array(GIFTS).fill({ donor_id: donors.survivorId, deposit_slip_id: null }))
    },
  )
})
