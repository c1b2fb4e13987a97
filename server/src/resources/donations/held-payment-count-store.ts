import { sql } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import type { Db } from '../../db/db.ts'

/** Selects payments to check: held ones, and those with an open dispute or too large a refund. */
export function selectHeldPayments(db: Db) {
  const held = db
    .selectFrom('held_payments')
    .select(['payment_id', 'donation_id', 'reason', 'held_at', 'amount', 'currency'])
    .where('held_at', 'is not', null)
    .where('resolved_at', 'is', null)
  const returned = db
    .selectFrom('payment_returns')
    .innerJoin('donations', 'donations.payment_id', 'payment_returns.payment_id')
    .select(['payment_returns.payment_id', 'donations.id as donation_id'])
    .select([
      sql<string>`case payment_returns.status when 'open' then 'disputed' else 'refund-exceeds' end`.as('reason'),
      'reported_at as held_at',
      'payment_returns.amount',
      'donations.currency',
    ])
    .where(sql<boolean>`payment_returns.status in ('open', 'excess')`)
  return db.selectFrom(held.unionAll(returned).as('held_payments'))
}

export function countHeldPayments(db: Db): Promise<number> {
  return countRows(selectHeldPayments(db))
}
