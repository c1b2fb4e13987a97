import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * Finds receipts by their printed number: the key equals that of `receipt-number-store.ts`. A donation
 * whose only receipts are cancelled has no link to one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { isPostgres } = engineOf(db)
  const number = isPostgres ? `snapshot::json ->> 'number'` : `json_extract(snapshot, '$.number')`
  await run(db, [
    `create index receipts_by_printed_number on receipts (lower(${number}))`,
    `update donations set receipt_token = null where receipt_token in (
      select token from receipts join receipt_cancellations on receipt_id = receipts.id
    )`,
  ])
}
