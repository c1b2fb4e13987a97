import type { HeldPayment } from '@sevadesk/contract/donations/held-payment-schemas.ts'
import type { Db } from '../../db/db.ts'
import { countHeldPayments, selectHeldPayments } from '../donations/held-payment-count-store.ts'

export { countHeldPayments }

/** Lists the payments that a person must check, the oldest first. */
export async function listHeldPayments(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<HeldPayment[]> {
  const rows = await selectHeldPayments(db)
    .innerJoin('donations', 'donations.id', 'donation_id')
    .select(['held_payments.payment_id', 'donation_id', 'reason', 'held_at'])
    .select(['held_payments.amount', 'held_payments.currency'])
    .select(['donations.amount as ordered_amount', 'donations.currency as ordered_currency'])
    .select(['donor_name', 'donor_email', 'donor_phone'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_returns')
          .select('payment_returns.id')
          .whereRef('payment_returns.payment_id', '=', 'held_payments.payment_id')
          .where('payment_returns.status', '=', 'open'),
      ).as('is_disputed'),
    )
    .orderBy('held_at')
    .orderBy('held_payments.payment_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    paymentId: row.payment_id,
    donationId: row.donation_id,
    reason: row.reason,
    amount: row.amount,
    currency: row.currency,
    orderedAmount: row.ordered_amount,
    orderedCurrency: row.ordered_currency,
    isDisputed: Boolean(row.is_disputed),
    donorName: row.donor_name,
    donorEmail: row.donor_email,
    donorPhone: row.donor_phone,
    heldAt: row.held_at ?? '',
  }))
}

/** A user resolved it. `status` is the state that Razorpay reports now. */
export async function closeHeldPayment(
  transaction: Db,
  { donationId, paymentId, status }: { donationId: string; paymentId: string; status: string },
): Promise<void> {
  const now = new Date().toISOString()
  await transaction
    .updateTable('held_payments')
    .set({ status, resolved_at: now, checked_at: now })
    .where('donation_id', '=', donationId)
    .where('payment_id', '=', paymentId)
    .execute()
}
