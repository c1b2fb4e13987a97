import type { Selectable } from 'kysely'
import type { Db, Tables } from '../../db/schema.ts'

export type DonationRow = Selectable<Tables['donations']>

export interface NewDonation {
  id: string
  orderId: string
  /** Paise. */
  amount: number
  currency: string
  donorName: string | null
  donorEmail: string | null
  donorPhone: string | null
  donorAddress: string | null
  donorPan: string | null
  purpose: string | null
}

/** Adds a donation of which no money has come yet. */
export async function insertOrderedDonation(transaction: Db, donation: NewDonation): Promise<void> {
  const now = new Date().toISOString()
  await transaction
    .insertInto('donations')
    .values({
      id: donation.id,
      donor_name: donation.donorName,
      donor_email: donation.donorEmail,
      donor_phone: donation.donorPhone,
      donor_address: donation.donorAddress,
      donor_pan: donation.donorPan,
      amount: donation.amount,
      currency: donation.currency,
      purpose: donation.purpose,
      status: 'created',
      order_id: donation.orderId,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Deleted ones too: their money may still come. */
export async function findDonationOfOrder(db: Db, orderId: string): Promise<DonationRow | undefined> {
  return db.selectFrom('donations').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockDonationOfOrder(transaction: Db, orderId: string): Promise<DonationRow | undefined> {
  return transaction
    .updateTable('donations')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('order_id', '=', orderId)
    .returningAll()
    .executeTakeFirst()
}

export interface PaymentChange {
  status: string
  paymentId: string
  method: string | null
}

export async function updatePayment(transaction: Db, id: string, change: PaymentChange): Promise<void> {
  const { status, paymentId, method } = change
  await transaction
    .updateTable('donations')
    .set({ status, payment_id: paymentId, payment_method: method, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** `amount`: paise that have gone back by now. Word of an earlier state, which comes late, changes nothing. */
export async function updateRefund(transaction: Db, id: string, amount: number): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ refunded_amount: amount, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('refunded_amount', 'is', null), eb('refunded_amount', '<', amount)]))
    .execute()
}

/** Names the payment on the donation at which a person must look; null when there is none any more. */
export async function updateHeldPayment(transaction: Db, id: string, paymentId: string | null): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ held_payment_id: paymentId, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** The details of all entries of one action about a donation, oldest first. */
export async function listNoted(
  transaction: Db,
  { action, subjectId }: { action: string; subjectId: string },
): Promise<Record<string, unknown>[]> {
  const rows = await transaction
    .selectFrom('audit')
    .select('details')
    .where('subject_id', '=', subjectId)
    .where('action', '=', action)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ details }) => JSON.parse(details))
}

export async function restoreDonation(transaction: Db, id: string): Promise<void> {
  await transaction.updateTable('donations').set({ deleted_at: null }).where('id', '=', id).execute()
}

/** Whether another donation than this one already stands for the payment. */
export async function isPaymentTaken(transaction: Db, paymentId: string, donationId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('donations')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('id', '!=', donationId)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that an event was taken in; answers false when it was before. */
export async function insertPaymentEvent(transaction: Db, id: string, kind: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('payment_events')
    .values({ id, kind, received_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Keeps the last moment at which the payment is known not to have been captured. */
export async function keepUncaptured(transaction: Db, paymentId: string, at: Date): Promise<void> {
  const seenAt = at.toISOString()
  await transaction
    .insertInto('uncaptured_payments')
    .values({ id: paymentId, seen_at: seenAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ seen_at: seenAt }).where('uncaptured_payments.seen_at', '<', seenAt),
    )
    .execute()
}

/** That moment, if there is one, which then is kept no longer. */
export async function takeUncaptured(transaction: Db, paymentId: string): Promise<Date | null> {
  const row = await transaction
    .deleteFrom('uncaptured_payments')
    .where('id', '=', paymentId)
    .returning('seen_at')
    .executeTakeFirst()
  return row ? new Date(row.seen_at) : null
}

/** Whether the audit log already says just this, word for word. */
export async function isNoted(
  transaction: Db,
  { action, subjectId, details }: { action: string; subjectId: string; details: object },
): Promise<boolean> {
  const row = await transaction
    .selectFrom('audit')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('action', '=', action)
    .where('details', '=', JSON.stringify(details))
    .executeTakeFirst()
  return row !== undefined
}
