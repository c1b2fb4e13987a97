import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { Db } from '../../db/schema.ts'
import { assertVersion } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import { lockBooks } from '../cash-book/cash-book-store.ts'
import { lockDonors } from '../donors/donor-store.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import { noSuchGift } from './gift-sentences.ts'
import { type GiftDependencies, getGift, readGift } from './offline-gift-service.ts'
import { lockGift, type StoredGift } from './offline-gift-store.ts'

export interface GiftAddress {
  id: string
  expectedVersion: string | undefined
}

/** Writes a change. Returns what the history says of it; null if nothing changed. `today` is in the trust's zone. */
type Change = (
  transaction: Db,
  before: StoredGift,
  today: string,
) => Promise<Omit<HistoryEntry, 'recordKind' | 'recordId'> | null>

/**
 * Changes a gift in one transaction, which locks the donors, the cash books and the gift, in this
 * order. Throws notFound(), and 412 if the gift has another version than expected.
 */
export async function changeGift(
  dependencies: GiftDependencies & { recordIdempotencyKey?: RecordIdempotencyKey },
  { id, expectedVersion }: GiftAddress,
  change: Change,
): Promise<Gift> {
  const { db, config, recorder, recordIdempotencyKey } = dependencies
  return db.transaction().execute(async (transaction) => {
    await lockDonors(transaction)
    await lockBooks(transaction)
    const before = await lockGift(transaction, id)
    if (!before) throw noSuchGift()
    assertVersion(expectedVersion, await readGift(transaction, before))
    const entry = await change(transaction, before, zonedDate(Date.now(), config.timeZone))
    const changed = await readGift(transaction, await getGift(transaction, id))
    await recordIdempotencyKey?.(transaction, changed)
    if (entry) await recorder.record(transaction, { ...entry, recordKind: 'donation', recordId: id })
    return changed
  })
}
