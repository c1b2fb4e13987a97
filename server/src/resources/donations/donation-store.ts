import type { Donation } from '@sevadesk/contract/donation-schemas.ts'
import { SUCCESSFUL_STATUSES } from '@sevadesk/contract/donation-status.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../db/schema.ts'

/** A donation with all that belongs to it. */
type FullDonation = Required<Donation>

/** The donations whose money has come in, newest first; deleted ones are in no list. */
export async function listSuccessfulDonations(db: Db): Promise<FullDonation[]> {
  const rows = await db
    .selectFrom('donations')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(sql<string>`lower(status)`, 'in', SUCCESSFUL_STATUSES)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toDonation)
}

function toDonation(row: Selectable<Tables['donations']>): FullDonation {
  return {
    _id: row.id,
    donorName: row.donor_name,
    donorEmail: row.donor_email,
    donorPhone: row.donor_phone,
    amount: row.amount,
    currency: row.currency,
    purpose: row.purpose,
    localStatus: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    razorpay: { orderId: row.order_id, paymentId: row.payment_id, signature: null },
    receipt:
      row.receipt_token === null || row.receipt_number === null
        ? null
        : { token: row.receipt_token, expiresAt: row.receipt_expires_at, number: row.receipt_number },
    paymentMethod: row.payment_method,
    donorAddress: row.donor_address,
    donorPan: row.donor_pan,
  }
}
