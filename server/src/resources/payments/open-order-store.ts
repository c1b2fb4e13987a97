import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '../../db/db.ts'

export type OpenOrder = Tables['open_orders']

export async function insertOpenOrder(
  transaction: Db,
  { orderId, orderedAt, dueAt }: { orderId: string; orderedAt: Date; dueAt: Date },
): Promise<void> {
  const times = { ordered_at: orderedAt.toISOString(), due_at: dueAt.toISOString() }
  await transaction
    .insertInto('open_orders')
    .values({ order_id: orderId, ...times })
    .execute()
}

/** Lists due orders, the newest first: they are the likeliest to be paid. */
export async function listDueOrders(db: Db, now: Date, limit: number): Promise<OpenOrder[]> {
  return db
    .selectFrom('open_orders')
    .selectAll()
    .where('due_at', '<=', now.toISOString())
    .orderBy('ordered_at', 'desc')
    .orderBy('order_id')
    .limit(limit)
    .execute()
}

/** Returns an order of this time or earlier. */
export async function findOrderUntil(db: Db, time: Date): Promise<OpenOrder | undefined> {
  const orders = db.selectFrom('open_orders').selectAll().where('ordered_at', '<=', time.toISOString())
  return orders.limit(1).executeTakeFirst()
}

export async function postponeOrder(db: Db, orderId: string, dueAt: Date): Promise<void> {
  await db.updateTable('open_orders').set({ due_at: dueAt.toISOString() }).where('order_id', '=', orderId).execute()
}

/** The longest wait between two queries is three days; with a margin. */
const MAX_WAIT_MS = 4 * 24 * 60 * 60 * 1000

/**
 * Makes orders from the future due now. The clock was ahead when they were created or postponed,
 * and they would wait as long.
 */
export async function limitFutureOrders(db: Db, now: Date): Promise<void> {
  const [at, latest] = [now.toISOString(), new Date(now.getTime() + MAX_WAIT_MS).toISOString()]
  const isFuture = (order: ExpressionBuilder<Tables, 'open_orders'>) =>
    order.or([order('ordered_at', '>', at), order('due_at', '>', latest)])
  // Reads first, because there is hardly ever such an order and a write would wait for other writes.
  const future = await db.selectFrom('open_orders').select('order_id').where(isFuture).limit(1).executeTakeFirst()
  if (!future) return
  await db
    .updateTable('open_orders')
    .set(({ eb }) => ({
      due_at: at,
      ordered_at: eb.case().when('ordered_at', '>', at).then(at).else(eb.ref('ordered_at')).end(),
    }))
    .where(isFuture)
    .execute()
}

export async function deleteOpenOrder(db: Db, orderId: string): Promise<void> {
  await db.deleteFrom('open_orders').where('order_id', '=', orderId).execute()
}

/**
 * Marks the order's unpaid donation as failed and returns its id; undefined if money was authorized
 * or captured meanwhile, or the status is unknown.
 */
export async function markUnpaidFailed(transaction: Db, orderId: string): Promise<string | undefined> {
  const row = await transaction
    .updateTable('donations')
    .set({ status: 'failed', updated_at: new Date().toISOString() })
    .where('order_id', '=', orderId)
    .where(({ eb, fn }) => eb(fn('lower', ['status']), 'in', ['created', 'pending']))
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type HeldPaymentRow = Tables['held_payments']

/** `paymentId` is the held payment that a person must check; null for none. */
export async function updateHeldPaymentOf(transaction: Db, id: string, paymentId: string | null): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ held_payment_id: paymentId, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

export async function findHeldPayment(
  transaction: Db,
  donationId: string,
  paymentId: string,
): Promise<HeldPaymentRow | undefined> {
  return transaction
    .selectFrom('held_payments')
    .selectAll()
    .where('donation_id', '=', donationId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
}

export async function upsertHeldPayment(transaction: Db, row: HeldPaymentRow): Promise<void> {
  const { payment_id: _payment, donation_id: _donation, ...changes } = row
  await transaction
    .insertInto('held_payments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['payment_id', 'donation_id']).doUpdateSet(changes))
    .execute()
}

/** Returns the id of the last held payment that is still open; null for none. */
export async function findOpenHeldPayment(transaction: Db, donationId: string): Promise<string | null> {
  const row = await transaction
    .selectFrom('held_payments')
    .select('payment_id')
    .where('donation_id', '=', donationId)
    .where('held_at', 'is not', null)
    .where('resolved_at', 'is', null)
    .orderBy('held_at', 'desc')
    .orderBy('payment_id', 'desc')
    .executeTakeFirst()
  return row?.payment_id ?? null
}

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
