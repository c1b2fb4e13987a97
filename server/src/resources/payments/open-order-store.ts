import type { Db, Tables } from '../../db/schema.ts'

export type OpenOrder = Tables['open_orders']

export async function insertOpenOrder(
  transaction: Db,
  { orderId, orderedAt, dueAt }: { orderId: string; orderedAt: Date; dueAt: Date },
): Promise<void> {
  const times = { ordered_at: orderedAt.toISOString(), due_at: dueAt.toISOString() }
  await transaction
    .insertInto('open_orders')
    .values({ order_id: orderId, ...times, failures: 0 })
    .execute()
}

/** Returns the orders that are due longest. */
export async function listDueOrders(db: Db, now: Date, limit: number): Promise<OpenOrder[]> {
  return db
    .selectFrom('open_orders')
    .selectAll()
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .orderBy('order_id')
    .limit(limit)
    .execute()
}

/** `failures` is the number of failed queries in a row. */
export async function postponeOrder(
  db: Db,
  orderId: string,
  { dueAt, failures }: { dueAt: Date; failures: number },
): Promise<void> {
  await db
    .updateTable('open_orders')
    .set({ due_at: dueAt.toISOString(), failures })
    .where('order_id', '=', orderId)
    .execute()
}

export async function deleteOpenOrder(db: Db, orderId: string): Promise<void> {
  await db.deleteFrom('open_orders').where('order_id', '=', orderId).execute()
}

/** Marks the order's donation as failed, unless money was authorized or captured meanwhile. */
export async function markUnpaidFailed(transaction: Db, orderId: string): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ status: 'failed', updated_at: new Date().toISOString() })
    .where('order_id', '=', orderId)
    .where(({ or, eb, fn }) =>
      or([eb('status', 'is', null), eb(fn('lower', ['status']), 'in', ['created', 'pending'])]),
    )
    .execute()
}

/** Deletes what was stored only to recognise repeated and late reports. */
export async function deleteReportsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('payment_events').where('received_at', '<', time.toISOString()).execute()
  await db.deleteFrom('uncaptured_payments').where('seen_at', '<', time.toISOString()).execute()
}
