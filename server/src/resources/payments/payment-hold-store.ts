import type { Db, Tables } from '../../db/schema.ts'

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
