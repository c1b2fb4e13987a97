import type { Kysely } from 'kysely'
import { engineOf, makeAppendOnly, run } from './engine.ts'

/**
 * Adds refunds and disputes as Razorpay reports them, and a further reason to cancel a receipt. Fills
 * the refunded amount of donations that were recorded as refunded without one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict, bigint } = engineOf(db)
  await run(db, [
    `create table payment_returns (
      id text primary key,
      payment_id text not null,
      status text not null,
      amount ${bigint} not null check (amount >= 0),
      reported_at text not null
    ) ${strict}`,
    'create index payment_returns_by_payment on payment_returns (payment_id)',
    `create index payment_returns_open on payment_returns (reported_at) where status in ('open', 'excess')`,
    `alter table donations add column lost_amount ${bigint} check (lost_amount > 0)`,
    'alter table donations add column lost_at text',
    'create index donations_by_lost on donations (lost_at) where lost_at is not null',
    `update donations set refunded_amount = amount where lower(status) = 'refunded' and refunded_amount is null`,
  ])
  await allowDisputed(db)
}

/** SQLite cannot change a check, so a new table replaces the old one. Nothing refers to it. */
async function allowDisputed(db: Kysely<unknown>): Promise<void> {
  const { isPostgres, strict } = engineOf(db)
  const check = `check (reason in ('corrected', 'bounced', 'deleted', 'disputed'))`
  if (isPostgres) {
    const table = 'alter table receipt_cancellations'
    await run(db, [`${table} drop constraint receipt_cancellations_reason_check`, `${table} add ${check}`])
    return
  }
  await run(db, [
    'alter table receipt_cancellations rename to earlier_cancellations',
    `create table receipt_cancellations (
      receipt_id text primary key references receipts (id),
      cancelled_at text not null,
      reason text not null ${check},
      link_expires_at text
    ) ${strict}`,
    `insert into receipt_cancellations (receipt_id, cancelled_at, reason, link_expires_at)
      select receipt_id, cancelled_at, reason, link_expires_at from earlier_cancellations`,
    'drop table earlier_cancellations',
  ])
  await makeAppendOnly(db, 'receipt_cancellations', [['receipt_id']])
}
