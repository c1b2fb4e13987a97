import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/schema.ts'
import type { History } from '../history/history-service.ts'
import { lockUnmatched } from './donor-gift-store.ts'
import { matchGifts } from './donor-matching-service.ts'

/** So small that other requests wait at most a third of a second (docs/figures.md). */
const BATCH = 300

/**
 * Finds the donors of all donations that have none, such as after an update. Each batch is a
 * transaction, so an interrupted run goes on where it ended.
 */
export async function matchEarlierGifts({ db, history }: { db: Db; history: History }): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    after = await matchBatch({ db, history }, after)
    await setImmediate()
  }
}

/** Returns the last row number of the batch; undefined if there is none. */
async function matchBatch({ db, history }: { db: Db; history: History }, after: number): Promise<number | undefined> {
  return db.transaction().execute(async (transaction) => {
    const gifts = await lockUnmatched(transaction, { after, limit: BATCH })
    const { donorByGift, added } = await matchGifts(transaction, gifts)
    if (donorByGift.size > 0) {
      const details = { donors: added.length, gifts: donorByGift.size }
      const entry = { action: 'donor.matched', recordKind: 'donor', recordId: '', details } as const
      await history.server.record(transaction, entry)
    }
    return gifts.at(-1)?.n
  })
}
