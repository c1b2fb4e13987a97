import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { SettledPayment } from './razorpay-client.ts'

/** Returns the last day whose settlements were read; undefined before the first. */
export async function findReadUntil(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settlement_reads').select('read_until').executeTakeFirst()
  return row?.read_until
}

/** Changes nothing if a day is stored. */
export async function insertReadUntil(db: Db, day: string): Promise<void> {
  await db
    .insertInto('settlement_reads')
    .values({ id: 1, read_until: day })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Returns false, and changes nothing, if another day than `from` is stored. */
export async function moveReadUntil(db: Db, { from, to }: { from: string; to: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settlement_reads')
    .set({ read_until: to })
    .where('read_until', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes nothing if the stored day is not later, or none is stored. */
export async function lowerReadUntil(db: Db, day: string): Promise<void> {
  await db.updateTable('settlement_reads').set({ read_until: day }).where('read_until', '>', day).execute()
}

/** Returns when the first payment was received; undefined without payments. */
export async function findFirstPaymentTime(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('donations')
    .select('received_at')
    .where('payment_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at
}

/**
 * Stores the latest settlement of a payment, because the bank may return the first one, and its fee
 * if it was not known. A payment of no donation is ignored.
 */
export async function setSettlement(db: Db, payment: SettledPayment): Promise<void> {
  const { paymentId, settlementId, utr, settledAt, currency, fee, tax } = payment
  const settled_at = settledAt.toISOString()
  await db
    .updateTable('donations')
    .set({ settlement_id: settlementId, settlement_utr: utr, settled_at })
    .where('payment_id', '=', paymentId)
    .where(
      sql<SqlBool>`(settled_at is null or settled_at < ${settled_at} or (settled_at = ${settled_at} and settlement_utr is null))`,
    )
    .execute()
  if (fee === null || currency === null) return
  await db
    .updateTable('donations')
    .set({ fee, fee_tax: tax })
    .where('payment_id', '=', paymentId)
    .where('fee', 'is', null)
    .where('currency', '=', currency)
    .execute()
}
