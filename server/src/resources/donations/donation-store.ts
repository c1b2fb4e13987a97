import type { DeletedDonation, Donation } from '@sevadesk/contract/donation-schemas.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../db/schema.ts'
import { type DonationConditions, isMeant } from './donation-filter.ts'
import { isWithinStretch, type Stretch } from './donation-sum-store.ts'

/** A donation with all that belongs to it. */
export type FullDonation = Required<Omit<Donation, Seldom>> & Pick<Donation, Seldom>
/** Left out where there is none, as in nearly every donation: a list of all of them is much shorter for it. */
type Seldom = 'refundedAmount' | 'heldPaymentId'

export type Sort = 'latest' | 'oldest'

interface Lines {
  stretch: Stretch
  conditions: Pick<DonationConditions, 'status' | 'needles' | 'searchIn'>
  sort: Sort
  /** Leaves out so many from the beginning. */
  offset?: number
  limit?: number
}

/** The donations of a stretch of time that are meant, in order; deleted ones are in no list. */
export async function listStretch(
  db: Db,
  { stretch, conditions, sort, offset, limit }: Lines,
): Promise<FullDonation[]> {
  const direction = sort === 'latest' ? 'desc' : 'asc'
  let query = db
    .selectFrom('donations')
    .select(COLUMNS)
    .where(isWithinStretch(stretch))
    .where(isMeant(db, { ...conditions, span: undefined }))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
  if (limit !== undefined) query = query.limit(limit).offset(offset ?? 0)
  return (await query.execute()).map(toDonation)
}

/** Takes a donation out of every list and answers it as it was; `undefined` when there is none, or it has been deleted before. */
export async function markDeleted(transaction: Db, id: string): Promise<FullDonation | undefined> {
  const row = await transaction
    .updateTable('donations')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toDonation(row)
}

/** Puts a deleted donation back exactly as it was, and answers it; `undefined` when there is none that is deleted. */
export async function unmarkDeleted(transaction: Db, id: string): Promise<FullDonation | undefined> {
  const row = await transaction
    .updateTable('donations')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toDonation(row)
}

/** A page of the deleted donations, the last deleted first, with the username of who deleted them, as it was then. */
export async function listDeleted(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<DeletedDonation[]> {
  const rows = await db
    .selectFrom('donations')
    .select([...COLUMNS, 'deleted_at'])
    .select(({ selectFrom }) =>
      selectFrom('audit')
        .select('admin_username')
        .whereRef('subject_id', '=', 'donations.id')
        .where('action', '=', DONATION_DELETED)
        .orderBy('at', 'desc')
        .orderBy('audit.id', 'desc')
        .limit(1)
        .as('deleted_by'),
    )
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('donations.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...toDonation(row), deletedAt: row.deleted_at ?? '', deletedBy: row.deleted_by }))
}

export async function countDeleted(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('donations')
    .select(sql<number>`count(*)`.as('count'))
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** As the audit log calls it. */
export const DONATION_DELETED = 'donation.deleted'

const COLUMNS = [
  'donations.id',
  'donor_name',
  'donor_email',
  'donor_phone',
  'donor_address',
  'donor_pan',
  'amount',
  'currency',
  'purpose',
  'status',
  'order_id',
  'payment_id',
  'payment_method',
  'refunded_amount',
  'held_payment_id',
  'receipt_token',
  'receipt_expires_at',
  'receipt_number',
  'created_at',
  'updated_at',
] as const

type DonationRow = Omit<
  Selectable<Tables['donations']>,
  'n' | 'search_donor' | 'search_purpose' | 'donor_key' | 'deleted_at'
>

/** As answers carry it, with all that belongs to it. */
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
    receipt:
      row.receipt_token === null || row.receipt_number === null
        ? null
        : { token: row.receipt_token, expiresAt: row.receipt_expires_at, number: row.receipt_number },
    paymentMethod: row.payment_method,
    donorAddress: row.donor_address,
    donorPan: row.donor_pan,
  }
  if (row.refunded_amount !== null) donation.refundedAmount = row.refunded_amount
  if (row.held_payment_id !== null) donation.heldPaymentId = row.held_payment_id
  return donation
}
