import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import { maskNumber } from '@sevadesk/contract/donors/pan.ts'
import { heldBySlip } from '@sevadesk/contract/gifts/deposit-slip.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'
import { lastClosedDay } from '../cash-book/cash-book-store.ts'

/**
 * A donation with all its fields, its PAN masked. Fields that few donations have are omitted when
 * null, which shortens lists.
 */
export type FullDonation = Required<Omit<Donation, Rare>> & Pick<Donation, Rare>
type Rare =
  | 'purposeId'
  | 'donorId'
  | 'refundedAmount'
  | 'settlement'
  | 'heldPaymentId'
  | 'lostAmount'
  | 'outdatedOnReceipt'
  | 'offlineGift'

/** Returns the donations with these row numbers (`donations.n`), in the given order, without `offlineGift`. */
export async function listDonationsByNumber(db: Db, numbers: readonly number[]): Promise<FullDonation[]> {
  // One parameter for all numbers: a statement with hundreds takes longer to build.
  const chosen = isPostgres(db)
    ? sql<number>`(select unnest(${numbers}::bigint[]))`
    : sql<number>`(select value from json_each(${JSON.stringify(numbers)}))`
  const rows = await db
    .selectFrom('donations')
    .select(['n', ...DONATION_COLUMNS])
    .where('n', 'in', chosen)
    .execute()
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return numbers.flatMap((n) => byNumber.get(n) ?? []).map(toDonation)
}

/** Adds `offlineGift` to gifts by hand. */
export async function withOfflineGifts(db: Db, donations: FullDonation[]): Promise<FullDonation[]> {
  const ids = donations.filter(({ razorpay }) => razorpay.orderId === null).map(({ _id }) => _id)
  if (ids.length === 0) return donations
  const rows = await db
    .selectFrom('offline_gifts')
    .select(['donation_id as id', 'entered_at as enteredAt', 'received_on as receivedOn'])
    .select(['mode', 'bounced_on as bouncedOn', 'deposit_slip_id as depositSlipId'])
    .where('donation_id', 'in', ids)
    .execute()
  const closedUpTo = rows.length > 0 ? await lastClosedDay(db) : null
  const byId = new Map(rows.map(({ id, ...gift }) => [id, gift]))
  return donations.map((donation) => {
    const gift = byId.get(donation._id)
    if (!gift) return donation
    const { enteredAt, receivedOn, bouncedOn } = gift
    // A bounced cheque was taken out of the book before.
    const booksClosedUpTo = bouncedOn === null ? closedUpTo : null
    const hasReceipt = donation.receipt !== null
    return {
      ...donation,
      offlineGift: { enteredAt, receivedOn, hasReceipt, heldBySlip: heldBySlip(gift), booksClosedUpTo },
    }
  })
}

/** Returns a donation; `undefined` if it does not exist or is deleted. */
export async function findDonation(db: Db, id: string): Promise<FullDonation | undefined> {
  const row = await db
    .selectFrom('donations')
    .select(DONATION_COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const [donation] = row ? await withOfflineGifts(db, [toDonation(row)]) : []
  return donation
}

/** Returns the PAN in full; `undefined` if the donation does not exist or is deleted. */
export async function findPan(db: Db, id: string) {
  return db
    .selectFrom('donations')
    .select(['donor_name', 'donor_pan'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The columns that `toDonation` reads. */
export const DONATION_COLUMNS = [
  'donations.id',
  'donor_name',
  'donor_email',
  'donor_phone',
  'donor_address',
  'donor_pan',
  'donor_id',
  'amount',
  'currency',
  'purpose',
  'purpose_id',
  'status',
  'order_id',
  'payment_id',
  'payment_method',
  'refunded_amount',
  'lost_amount',
  'settlement_utr',
  'settled_at',
  'held_payment_id',
  'receipt_token',
  'receipt_expires_at',
  'receipt_number',
  'created_at',
  'updated_at',
] as const

type ColumnName<Column> = Column extends `donations.${infer Name}` ? Name : Column
type DonationRow = Pick<Selectable<Tables['donations']>, ColumnName<(typeof DONATION_COLUMNS)[number]>>

export function toDonation(row: DonationRow): FullDonation {
  const donation: FullDonation = {
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
    receipt: toReceipt(row),
    paymentMethod: row.payment_method,
    donorAddress: row.donor_address,
    donorPan: row.donor_pan === null ? null : maskNumber(row.donor_pan),
  }
  if (row.purpose_id !== null) donation.purposeId = row.purpose_id
  if (row.donor_id !== null) donation.donorId = row.donor_id
  if (row.refunded_amount !== null) donation.refundedAmount = row.refunded_amount
  if (row.lost_amount !== null) donation.lostAmount = row.lost_amount
  if (row.settled_at !== null) donation.settlement = { utr: row.settlement_utr, settledAt: row.settled_at }
  if (row.held_payment_id !== null) donation.heldPaymentId = row.held_payment_id
  return donation
}

/** The valid receipt. A cancelled one leaves no token; earlier ones of bounced cheques did. */
function toReceipt({
  status,
  receipt_token,
  receipt_expires_at,
  receipt_number,
}: DonationRow): FullDonation['receipt'] {
  if (receipt_token === null || receipt_number === null || status === 'failed') return null
  return { token: receipt_token, expiresAt: receipt_expires_at, number: receipt_number }
}
