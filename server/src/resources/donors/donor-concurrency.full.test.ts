import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CHUNK_SIZE } from '../../db/chunks.ts'
import { type Db, isPostgres } from '../../db/db.ts'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation, buildDonor, buildPurpose } from '../../testing/factories.ts'
import { countWaiting } from '../../testing/waiting-statements.ts'
import { openHistory } from '../history/history-service.ts'
import { saveMappings } from '../lists/purpose-mapping-service.ts'
import { moveGifts } from './donor-gift-store.ts'
import { matchGift } from './donor-matching-service.ts'
import { mergeDonors } from './donor-merge-service.ts'
import { matchEarlierGifts } from './donor-service.ts'

const GIFTS = 12

eachDatabase((engine) => {
  const here = openForEachTest(engine)
  const give = async (fields: { donor_phone: string }) => {
    const gift = await buildDonation(here.db, { donor_name: 'Asha', donor_email: null, ...fields })
    return here.db.transaction().execute(async (transaction) => (await matchGift(transaction, gift)).donorId)
  }

  test('gifts of one new donor that arrive at once add one donor', async () => {
    const donors = await Promise.all(Array.from({ length: GIFTS }, () => give({ donor_phone: '9876543210' })))
    expect(new Set(donors).size).toBe(1)
    expect(await here.db.selectFrom('donors').select('id').execute()).toEqual([{ id: donors[0] }])
  })

  test('the job for earlier gifts waits for a donation that is being changed', async () => {
    const gift = await buildDonation(here.db, { donor_phone: '9876543210', donor_email: null, status: 'captured' })
    const history = await openHistory(here.db, `${here.dataDir}/keys`)
    const started = Promise.withResolvers<void>()
    const finished = Promise.withResolvers<void>()
    const change = here.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('donations').set({ purpose: 'Gau Seva' }).where('id', '=', gift.id).execute()
      started.resolve()
      await finished.promise
    })
    await started.promise
    const run = matchEarlierGifts({ db: here.db, history })
    if (isPostgres(here.db)) await expect.poll(() => countWaiting(here.db)).toBe(1)
    finished.resolve()
    await Promise.all([change, run])
    const { donor_id } = await here.db.selectFrom('donations').select('donor_id').executeTakeFirstOrThrow()
    expect(donor_id).not.toBeNull()
  })

  // SQLite locks no rows.
  if (engine === 'PostgreSQL')
    test('the gifts of several statements are all locked in one order before the first moves', async () => {
      const [from, to] = [await buildDonor(here.db), await buildDonor(here.db)]
      const ids: string[] = []
      for (let at = 0; at <= CHUNK_SIZE; at += 1) ids.push((await buildDonation(here.db, { donor_id: from.id })).id)
      const [first = '', last = ''] = [ids[0], ids.at(-1)]
      const lock = (id: string) => sql`select from donations where id = ${id} for update nowait`
      const { moving } = await here.db.transaction().execute(async (transaction) => {
        await lock(first).execute(transaction)
        const moves = { from: from.id, to: to.id, ids: ids.toReversed() }
        const moving = here.db.transaction().execute((other) => moveGifts(other, moves))
        await expect.poll(() => countWaiting(here.db)).toBe(1)
        await lock(last).execute(transaction)
        return { moving }
      })
      expect(await moving).toHaveLength(ids.length)
    })

  test('gifts that arrive during a merge belong to the survivor or move to it', async () => {
    const survivor = await buildDonor(here.db, { name: 'Asha', phones: ['9876500001'] })
    const merged = await buildDonor(here.db, { name: 'Asha', phones: ['9876500002'] })
    const gifts = Array.from({ length: GIFTS }, (_, at) => give({ donor_phone: `987650000${(at % 2) + 1}` }))
    await Promise.all([...gifts, merge(survivor.id, merged.id)])
    const rows = await here.db.selectFrom('donations').select('donor_id').execute()
    expect(rows.map(({ donor_id }) => donor_id)).toEqual(Array(GIFTS).fill(survivor.id))
  })

  // SQLite runs one writing transaction at a time.
  if (engine === 'PostgreSQL')
    test('a merge moves a gift that is added while it waits', async () => {
      const { survivor, merged, gifts } = await twoGifts()
      const started = Promise.withResolvers<void>()
      const finished = Promise.withResolvers<void>()
      const payment = here.db.transaction().execute(async (transaction) => {
        await lockGift(transaction, gifts[0]?.id ?? '')
        await buildDonation(transaction, { donor_id: merged.id })
        started.resolve()
        await finished.promise
      })
      await started.promise
      const run = merge(survivor.id, merged.id)
      await expect.poll(() => countWaiting(here.db)).toBe(1)
      finished.resolve()
      await Promise.all([payment, run])
      const rows = await here.db.selectFrom('donations').select('donor_id').execute()
      expect(rows.map(({ donor_id }) => donor_id)).toEqual(Array(3).fill(survivor.id))
    })

  if (engine === 'PostgreSQL')
    test('a merge and a mapping lock gifts in the same order', async () => {
      const { survivor, merged, gifts } = await twoGifts()
      const { id: purposeId } = await buildPurpose(here.db)
      const mapping = { text: 'Gau Seva', previousId: null, purposeId }
      const recorder = { actor: null, record: async () => {} }
      for (const change of [
        () => merge(survivor.id, merged.id),
        () => saveMappings({ db: here.db, recorder }, [mapping]),
      ]) {
        const changing = await here.db.transaction().execute(async (transaction) => {
          await lockGift(transaction, gifts[0]?.id ?? '')
          const run = change()
          await expect.poll(() => countWaiting(here.db)).toBe(1)
          await here.db.transaction().execute((other) => lockGift(other, gifts[1]?.id ?? '', 'nowait'))
          return { run }
        })
        await changing.run
      }
    })

  test('a merge may take longer than other statements', async () => {
    const { survivor, merged } = await twoGifts()
    let limits: unknown
    const record = async (transaction: Db) => {
      const current = sql`select current_setting('statement_timeout') as statement`
      if (isPostgres(transaction)) limits = (await current.execute(transaction)).rows
    }
    const recorder = { actor: null, record }
    await mergeDonors({ db: here.db, recorder }, { survivorId: survivor.id, mergedId: merged.id, take: [] })
    expect(limits).toEqual(isPostgres(here.db) ? [{ statement: '0' }] : undefined)
  })

  async function merge(survivorId: string, mergedId: string): Promise<void> {
    const recorder = (await openHistory(here.db, `${here.dataDir}/keys`)).server
    await mergeDonors({ db: here.db, recorder }, { survivorId, mergedId, take: [] })
  }

  /** Two donors, and two gifts of the second that a statement without an order reads from the last. */
  async function twoGifts() {
    const [survivor, merged] = [await buildDonor(here.db), await buildDonor(here.db)]
    const gifts: { id: string }[] = []
    for (const created_at of ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'])
      gifts.push(await buildDonation(here.db, { donor_id: merged.id, purpose: 'Gau Seva', created_at }))
    // PostgreSQL writes the changed row after the other one.
    await here.db
      .updateTable('donations')
      .set({ donor_address: 'Mathura' })
      .where('id', '=', gifts[0]?.id ?? '')
      .execute()
    return { survivor, merged, gifts }
  }
})

async function lockGift(transaction: Db, id: string, wait: 'wait' | 'nowait' = 'wait'): Promise<void> {
  const query = transaction.selectFrom('donations').select('n').where('id', '=', id).forUpdate()
  await (wait === 'nowait' ? query.noWait() : query).execute()
}
