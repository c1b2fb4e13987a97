import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '../../db/schema.ts'

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
