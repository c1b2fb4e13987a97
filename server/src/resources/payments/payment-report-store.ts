import type { Db } from '../../db/schema.ts'

/** Few enough that a statement holds no lock for long. */
const BATCH_SIZE = 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** Razorpay repeats an event for a day. A later one finds the payment recorded. */
const REPORTS_KEPT_MS = 30 * DAY_MS

/** Deletes what was stored only to recognise repeated and late reports, 30 days later. */
export async function deleteOldReports(db: Db, signal?: AbortSignal): Promise<void> {
  const limit = new Date(Date.now() - REPORTS_KEPT_MS).toISOString()
  await deleteAll(signal, () =>
    db
      .deleteFrom('payment_events')
      .where('id', 'in', (old) =>
        old.selectFrom('payment_events').select('id').where('received_at', '<', limit).limit(BATCH_SIZE),
      )
      .executeTakeFirst(),
  )
  await deleteAll(signal, () =>
    db
      .deleteFrom('uncaptured_payments')
      .where('id', 'in', (old) =>
        old.selectFrom('uncaptured_payments').select('id').where('seen_at', '<', limit).limit(BATCH_SIZE),
      )
      .executeTakeFirst(),
  )
}

async function deleteAll(
  signal: AbortSignal | undefined,
  deleteBatch: () => Promise<{ numDeletedRows: bigint }>,
): Promise<void> {
  let deleted = BATCH_SIZE
  while (deleted === BATCH_SIZE && !signal?.aborted) deleted = Number((await deleteBatch()).numDeletedRows)
}
