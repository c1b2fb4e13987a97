import { type Kysely, sql } from 'kysely'
import { engineOf, run } from './engine.ts'

/** Reasons as the audit log wrote them, and their codes. */
const REASONS: Readonly<Record<string, string>> = {
  'its amount is not that of the order': 'amount-differs',
  'the order was paid by another payment': 'order-paid',
  'another donation has this payment': 'payment-of-another',
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const IS_UNPAID = "order_id is not null and lower(status) in ('created', 'pending')"
const HAS_JOB = "order_id in (select subject from jobs where kind = 'reconcile-order')"

/**
 * Open orders move from jobs to a table of their own, with the unpaid orders of the last 7 days
 * whose jobs had ended. Older unpaid orders fail, as all do from now on (decision 21). Held
 * payments get the facts that so far only the audit log had.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict, bigint } = engineOf(db)
  const now = new Date().toISOString()
  const weekAgo = new Date(Date.now() - WEEK_MS).toISOString()
  const isTooOld = `${IS_UNPAID} and created_at < '${weekAgo}' and not ${HAS_JOB}`
  await run(db, [
    `create table open_orders (
      order_id text primary key,
      ordered_at text not null,
      due_at text not null
    ) ${strict}`,
    'create index open_orders_by_due on open_orders (due_at, order_id)',
    // An audit id need only be unique among audit ids: that of the donation is.
    `insert into audit (id, at, action, subject_id, details)
      select id, '${now}', 'donation.failed', id, '{"reason":"unpaid after 7 days"}' from donations where ${isTooOld}`,
    `update donations set status = 'failed', updated_at = '${now}' where ${isTooOld}`,
    `insert into open_orders (order_id, ordered_at, due_at)
      select order_id, donations.created_at, coalesce(due_at, donations.created_at)
      from donations left join jobs on kind = 'reconcile-order' and subject = order_id
      where subject is not null or (${IS_UNPAID})`,
    `delete from jobs where kind = 'reconcile-order'`,
    'create index payment_events_by_time on payment_events (received_at)',
    'create index uncaptured_payments_by_time on uncaptured_payments (seen_at)',
    'alter table held_payments add column reason text',
    `alter table held_payments add column amount ${bigint}`,
    'alter table held_payments add column currency text',
  ])
  await copyFromAudit(db)
}

async function copyFromAudit(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ subject_id: string; details: string }>`
    select subject_id, details from audit where action = 'payment.held' order by at`.execute(db)
  for (const { subject_id, details } of rows) {
    const { reason, paymentId, amount, currency } = JSON.parse(details)
    await sql`update held_payments
      set reason = ${REASONS[reason] ?? null}, amount = ${amount}, currency = ${currency}
      where donation_id = ${subject_id} and payment_id = ${paymentId}`.execute(db)
  }
}
