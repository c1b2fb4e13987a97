import { sql } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import type { Db } from '../../db/db.ts'

/** Selects the payments that a person must check: held ones, and those that are disputed. */
export function selectHeldPayments(db: Db) {
  const held = db
    .selectFrom('held_payments')
    .select(['payment_id', 'donation_id', 'reason', 'held_at', 'amount', 'currency'])
    .where('held_at', 'is not', null)
    .where('resolved_at', 'is', null)
  const disputed = db
    .selectFrom('payment_returns')
    .innerJoin('donations', 'donations.payment_id', 'payment_returns.payment_id')
    .select(['payment_returns.payment_id', 'donations.id as donation_id'])
    .select([
      sql<string>`'disputed'`.as('reason'),
      'reported_at as held_at',
      'payment_returns.amount',
      'donations.currency',
    ])
    .where('payment_returns.status', '=', sql.lit('open'))
  return db.selectFrom(held.unionAll(disputed).as('held_payments'))
}

export function countHeldPayments(db: Db): Promise<number> {
  return countRows(selectHeldPayments(db))
}
