import type { DeletedDonation, Donation } from '@sevadesk/contract/donation-schemas.ts'
import { matchesSearch } from '@sevadesk/contract/donation-search.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../db/schema.ts'
import { type DonationConditions, isMeant } from './donation-filter.ts'
import { isWithinStretch, type Stretch } from './donation-sum-store.ts'
import { asText } from './donation-text.ts'

/** A donation with all that belongs to it. */
export type FullDonation = Required<Omit<Donation, Seldom>> & Pick<Donation, Seldom>
/** Left out where there is none, as in nearly every donation: a list of all of them is much shorter for it. */
type Seldom = 'refundedAmount' | 'heldPaymentId'

export type Sort = 'latest' | 'oldest'

interface Lines {
  stretch: Stretch
  conditions: Pick<DonationConditions, 'status'>
  sort: Sort
  /** Leaves out so many from the beginning. */
  offset?: number
  limit?: number
}

/** The donations of a stretch of time that are meant, in order; deleted ones are in no list. */
export async function listStretch(
  db: Db,
  { stretch, conditions: { status }, sort, offset, limit }: Lines,
): Promise<FullDonation[]> {
  let query = selectStretch(db, stretch, sort).where(
    isMeant(db, { status, needles: [], searchIn: 'all', span: undefined }),
  )
  if (limit !== undefined) query = query.limit(limit).offset(offset ?? 0)
  return (await query.execute()).map(toDonation)
}

/** The same of those that a search finds. Donations that are yet to be folded are compared here, so that none is missed. */
export async function searchStretch(
  db: Db,
  { stretch, conditions, sort }: Omit<Lines, 'conditions'> & { conditions: Omit<DonationConditions, 'span'> },
): Promise<FullDonation[]> {
  const { needles, searchIn } = conditions
  const rows = await selectStretch(db, stretch, sort)
    .select('search_donor')
    .where(isMeant(db, { ...conditions, span: undefined }, { evenUnfolded: true }))
    .execute()
  return rows.flatMap((row) => {
    const donation = toDonation(row)
    return row.search_donor !== null || matchesSearch(donation, needles, searchIn) ? [donation] : []
  })
}

function selectStretch(db: Db, stretch: Stretch, sort: Sort) {
  const direction = sort === 'latest' ? 'desc' : 'asc'
  return db
    .selectFrom('donations')
    .select(COLUMNS)
    .where(isWithinStretch(stretch))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
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
  return rows.map((row) => ({ ...toDonation(row), deletedAt: asText(row.deleted_at) ?? '', deletedBy: row.deleted_by }))
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
  'n' | 'captured_at' | 'search_donor' | 'search_purpose' | 'donor_key' | 'deleted_at'
>

/** As answers carry it, with all that belongs to it. */
export function toDonation(row: DonationRow): FullDonation {
  const donation: FullDonation = {
    _id: asText(row.id) ?? '',
    donorName: asText(row.donor_name),
    donorEmail: asText(row.donor_email),
    donorPhone: asText(row.donor_phone),
    amount: row.amount,
    currency: asText(row.currency) ?? '',
    purpose: asText(row.purpose),
    localStatus: asText(row.status),
    createdAt: asText(row.created_at) ?? '',
    updatedAt: asText(row.updated_at) ?? '',
    razorpay: { orderId: asText(row.order_id), paymentId: asText(row.payment_id), signature: null },
    receipt: receiptOf(row),
    paymentMethod: asText(row.payment_method),
    donorAddress: asText(row.donor_address),
    donorPan: asText(row.donor_pan),
  }
  if (row.refunded_amount !== null) donation.refundedAmount = row.refunded_amount
  if (row.held_payment_id !== null) donation.heldPaymentId = asText(row.held_payment_id)
  return donation
}

function receiptOf(row: DonationRow): FullDonation['receipt'] {
  const token = asText(row.receipt_token)
  const number = asText(row.receipt_number)
  if (token === null || number === null) return null
  return { token, expiresAt: asText(row.receipt_expires_at), number }
}
