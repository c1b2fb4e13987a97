import { type Db, liftTimeouts } from '../../db/db.ts'
import { localDay } from '../../db/donation-columns.ts'
import * as store from './local-day-store.ts'

/** At start, computes the days of all donations anew if TIME_ZONE has changed. */
export async function prepareLocalDays(
  db: Db,
  timeZone: string,
  log: { warn(details: object, message: string): void },
): Promise<void> {
  const zone = await store.findDaysZone(db)
  if (zone === timeZone) return
  if (zone !== null)
    log.warn({ from: zone, to: timeZone }, 'TIME_ZONE has changed; computing the days of all donations')
  await db.transaction().execute(async (transaction) => {
    await liftTimeouts(transaction)
    await store.lockDonations(transaction)
    await store.updateDays(transaction, (createdAt) => localDay(createdAt, timeZone))
    await store.updateDaysZone(transaction, timeZone)
  })
}
