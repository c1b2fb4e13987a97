import { countRows } from '../../db/count-rows.ts'
import type { Db } from '../../db/db.ts'

/** Selects the payments that a person must check. */
export function selectHeldPayments(db: Db) {
  return db.selectFrom('held_payments').where('held_at', 'is not', null).where('resolved_at', 'is', null)
}

export function countHeldPayments(db: Db): Promise<number> {
  return countRows(selectHeldPayments(db))
}
