import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../db/db.ts'
import { derivedDonationColumns } from '../../db/donation-columns.ts'
import { newId } from '../../db/id.ts'
import type { Donor } from './donor-input.ts'
import type { PaymentReturn } from './payment-status.ts'

export type DonationRow = Selectable<Tables['donations']>

export interface NewDonation extends Donor {
  id: string
  orderId: string
  /** Paise. */
  amount: number
  currency: string
  /** The entry of the list, its institution and its type. */
  purposeId: string | null
  institutionId: string | null
  donationType: DonationType | null
}

/** Adds an unpaid donation. */
export async function insertOrderedDonation(transaction: Db, donation: NewDonation, timeZone: string): Promise<void> {
  const now = new Date().toISOString()
  const source = {
    donor_name: donation.donorName,
    donor_email: donation.donorEmail,
    donor_phone: donation.donorPhone,
    purpose: donation.purpose,
    amount: donation.amount,
    created_at: now,
  }
  await transaction
    .insertInto('donations')
    .values({
      id: donation.id,
      ...source,
      ...derivedDonationColumns(source, timeZone),
      donor_address: donation.donorAddress,
      donor_pan: donation.donorPan,
      donor_citizenship: donation.donorCitizenship,
      purpose_id: donation.purposeId,
      institution_id: donation.institutionId,
      donation_type: donation.donationType,
      currency: donation.currency,
      status: 'created',
      order_id: donation.orderId,
      updated_at: now,
    })
    .execute()
}

/** Also finds a deleted donation, because its order may still be paid. */
export async function findDonationOfOrder(db: Db, orderId: string): Promise<DonationRow | undefined> {
  return db.selectFrom('donations').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** As findDonationOfOrder(), but locks the row until the transaction ends. */
export async function lockDonationOfOrder(transaction: Db, orderId: string): Promise<DonationRow | undefined> {
  return transaction
    .updateTable('donations')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('order_id', '=', orderId)
    .returningAll()
    .executeTakeFirst()
}

/**
 * As lockDonationOfOrder(), for a donation without an order: the second payment of a paid order
 * (decision 21).
 */
export async function lockSeparateDonation(transaction: Db, paymentId: string): Promise<DonationRow | undefined> {
  return transaction
    .updateTable('donations')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('payment_id', '=', paymentId)
    .where('order_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Adds an unpaid donation of the same donor for the second payment of a paid order. It takes the
 * donor over: to look for the donor would wait for a merge, which may wait for the locked `ordered`.
 */
export async function insertSeparateDonation(
  transaction: Db,
  ordered: DonationRow,
  payment: { id: string; amount: number; currency: string; createdAt: Date },
  timeZone: string,
): Promise<string> {
  const id = newId()
  const { donor_name, donor_email, donor_phone, donor_address, donor_pan, donor_citizenship, purpose } = ordered
  const created_at = payment.createdAt.toISOString()
  const source = { donor_name, donor_email, donor_phone, purpose, amount: payment.amount, created_at }
  await transaction
    .insertInto('donations')
    .values({
      id,
      ...source,
      ...derivedDonationColumns(source, timeZone),
      donor_address,
      donor_pan,
      donor_citizenship,
      donor_id: ordered.donor_id,
      purpose_id: ordered.purpose_id,
      institution_id: ordered.institution_id,
      donation_type: ordered.donation_type,
      currency: payment.currency,
      status: 'created',
      payment_id: payment.id,
      updated_at: new Date().toISOString(),
    })
    .execute()
  return id
}

/** `amount` is in paise. */
export async function updateAmount(
  transaction: Db,
  donation: DonationRow,
  { amount, currency }: { amount: number; currency: string },
  timeZone: string,
): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ amount, currency, ...derivedDonationColumns({ ...donation, amount }, timeZone) })
    .where('id', '=', donation.id)
    .execute()
}

export interface PaymentChange {
  status: string
  paymentId: string
  method: string | null
  /** Set only with the status `captured`. */
  capturedAt?: Date
}

export async function updatePayment(transaction: Db, id: string, change: PaymentChange): Promise<DonationRow> {
  const { status, paymentId, method, capturedAt } = change
  return transaction
    .updateTable('donations')
    .set({
      status,
      payment_id: paymentId,
      payment_method: method,
      ...(capturedAt && { captured_at: capturedAt.toISOString() }),
      updated_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The donation is unpaid again. */
export async function removePayment(transaction: Db, id: string): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ status: 'created', payment_id: null, payment_method: null, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Records what Razorpay kept of the payment, once. */
export async function setFee(
  transaction: Db,
  id: string,
  { id: paymentId, fee, tax }: { id: string; fee: number | null; tax: number | null },
): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ fee, fee_tax: tax })
    .where('id', '=', id)
    .where('payment_id', '=', paymentId)
    .where('fee', 'is', null)
    .execute()
}

/** The refunds and disputes of a payment. */
export async function listReturns(db: Db, paymentId: string): Promise<PaymentReturn[]> {
  return db.selectFrom('payment_returns').selectAll().where('payment_id', '=', paymentId).execute()
}

export async function upsertReturn(transaction: Db, row: PaymentReturn): Promise<void> {
  await transaction
    .insertInto('payment_returns')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

type ReturnColumns = Pick<DonationRow, 'status' | 'refunded_amount' | 'lost_amount' | 'lost_at'>

export async function updateReturnColumns(transaction: Db, id: string, columns: ReturnColumns): Promise<void> {
  const values = { ...columns, updated_at: new Date().toISOString() }
  await transaction.updateTable('donations').set(values).where('id', '=', id).execute()
}

export async function restoreDonation(transaction: Db, id: string): Promise<void> {
  const restored = { deleted_at: null, deleted_by: null, deleted_by_id: null }
  await transaction.updateTable('donations').set(restored).where('id', '=', id).execute()
}

/** At most one donation has a payment. */
export async function findDonationOfPayment(transaction: Db, paymentId: string): Promise<DonationRow | undefined> {
  return transaction.selectFrom('donations').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()
}

const IS_ONLINE = sql<boolean>`deleted_at is null and id not in (select donation_id from offline_gifts)`

/** Returns a donation that is neither deleted nor entered by hand. */
export async function findOnlineDonation(db: Db, id: string): Promise<DonationRow | undefined> {
  return db.selectFrom('donations').selectAll().where('id', '=', id).where(IS_ONLINE).executeTakeFirst()
}

/** As findOnlineDonation(), but locks the row until the transaction ends. */
export async function lockOnlineDonation(transaction: Db, id: string): Promise<DonationRow | undefined> {
  return transaction
    .updateTable('donations')
    .set({ updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where(IS_ONLINE)
    .returningAll()
    .executeTakeFirst()
}

export interface NewPaymentEvent {
  id: string
  donationId: string
  kind: string
}

/** Returns false when the event was recorded before. */
export async function insertPaymentEvent(transaction: Db, { id, donationId, kind }: NewPaymentEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('payment_events')
    .values({ id, donation_id: donationId, kind, received_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Stores the latest time at which the payment was reported as not captured. */
export async function upsertUncaptured(
  transaction: Db,
  { paymentId, donationId, at }: { paymentId: string; donationId: string; at: Date },
): Promise<void> {
  const seenAt = at.toISOString()
  await transaction
    .insertInto('uncaptured_payments')
    .values({ id: paymentId, donation_id: donationId, seen_at: seenAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ seen_at: seenAt }).where('uncaptured_payments.seen_at', '<', seenAt),
    )
    .execute()
}

/**
 * Deletes and returns the time at which a payment was last reported as uncaptured; null if none.
 */
export async function deleteUncaptured(transaction: Db, paymentId: string): Promise<Date | null> {
  const row = await transaction
    .deleteFrom('uncaptured_payments')
    .where('id', '=', paymentId)
    .returning('seen_at')
    .executeTakeFirst()
  return row ? new Date(row.seen_at) : null
}
