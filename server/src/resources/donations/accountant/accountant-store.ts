import { rankOf } from '@sevadesk/contract/donations/donation-status.ts'
import type { ReceiptState } from '@sevadesk/contract/gifts/offline-gift.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/db.ts'
import type { ReceiptSnapshot } from '../../receipts/content/receipt-snapshot.ts'
import { receiptState } from '../../receipts/receipt-columns.ts'
import { lostRows } from '../donation-group-store.ts'
import { listAllNumbers, type Order } from '../donation-list-store.ts'
import { conditionsOf, type Selection, SUCCESSFUL } from '../donation-search-store.ts'

const BY_RECEIVED: Order = { columns: ['received_at', 'id'], direction: 'asc', index: 'donations_by_received' }

/**
 * Returns the row numbers of what the accountant needs: money that was received, also if it was
 * refunded, gifts that were entered by hand, and all that has a receipt. By the time of receipt.
 */
export function listNumbers(snapshot: Db, selection: Selection, perRead?: number): Promise<number[]> {
  const only = sql`(${SUCCESSFUL} or status_rank = ${sql.lit(rankOf('refunded'))} or receipt_number is not null
    or exists (select 1 from offline_gifts where donation_id = donations.id))`
  return listAllNumbers(snapshot, selection, BY_RECEIVED, { only, perRead })
}

/** Returns the row numbers of deleted donations with a receipt: its number was issued. */
export async function listDeletedNumbers(db: Db, selection: Selection): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select n from donations where deleted_at is not null and ${matchesAny(selection)}
      and exists (select 1 from receipts where donation_id = donations.id)
    order by received_at, id`.execute(db)
  return rows.map(({ n }) => n)
}

/** The status of the rows of `findLosses`. */
export const LOST = 'dispute lost'

/** Returns the lost disputes of the selection, as gifts of their days with negative amounts. */
export async function findLosses(db: Db, selection: Selection): Promise<AccountantGift[]> {
  const { rows } = await sql<{ n: number }>`
    select n from ${lostRows(db, selection)} order by lost_at, id`.execute(db)
  const gifts = await findGifts(
    db,
    rows.map(({ n }) => n),
  )
  return gifts.map((gift) => ({
    ...{ ...gift, refunded_amount: null, fee: null, fee_tax: null, status: LOST },
    ...{ amount: 0 - (gift.lost_amount ?? 0), received_at: gift.lost_at ?? gift.received_at },
  }))
}

/** Counts the cancelled receipts of donations, deleted ones too: a donation has one row more for each. */
export async function countCancelled(db: Db, selection: Selection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from receipt_cancellations join receipts on receipts.id = receipt_id
    where donation_id in (select donations.id from donations where ${matchesAny(selection)})`.execute(db)
  return rows[0]?.count ?? 0
}

/** As `matches`, but of deleted donations too. */
function matchesAny(selection: Selection): RawBuilder<unknown> {
  return sql.join([sql`true`, ...conditionsOf(selection)], sql` and `)
}

export type AccountantGift = Awaited<ReturnType<typeof findGifts>>[number]

/** Returns the donations with these row numbers, in the given order. */
export async function findGifts(db: Db, numbers: readonly number[]) {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('donations')
    .leftJoin('offline_gifts', 'offline_gifts.donation_id', 'donations.id')
    .leftJoin('purposes', 'purposes.id', 'donations.purpose_id')
    .leftJoin('institutions', 'institutions.id', 'donations.institution_id')
    .leftJoin('donors', 'donors.id', 'donations.donor_id')
    .select([
      'donations.n',
      'donations.id',
      'donations.donor_name',
      'donations.donor_address',
      'donations.donor_pan',
      'donations.amount',
      'donations.currency',
      'donations.purpose',
      'donations.status',
      'donations.order_id',
      'donations.payment_id',
      'donations.payment_method',
      'donations.refunded_amount',
      'donations.lost_amount',
      'donations.lost_at',
      'donations.fee',
      'donations.fee_tax',
      'donations.settlement_id',
      'donations.settlement_utr',
      'donations.settled_at',
      'donations.received_at',
      'donations.deleted_at',
      'purposes.name_en as purpose_name',
      'donations.donation_type as purpose_type',
      'institutions.name_en as institution_name',
      'donors.name as record_name',
      'donors.pan as record_pan',
      'donors.pin_code',
      'donors.kind as donor_kind',
      'donors.citizenship',
      'donations.donor_id',
      'offline_gifts.donation_type',
      'offline_gifts.direction_letter',
      'offline_gifts.approval',
      'offline_gifts.instrument_number',
      'offline_gifts.instrument_date',
      'offline_gifts.bank',
      'offline_gifts.reference',
      'offline_gifts.deposited_on',
      'offline_gifts.cleared_on',
      'offline_gifts.bounced_on',
      'offline_gifts.item',
      'offline_gifts.quantity',
      'offline_gifts.estimated_value',
      'offline_gifts.collected_by',
      'offline_gifts.book_number',
      'offline_gifts.leaf_number',
      'offline_gifts.entered_at',
      'offline_gifts.entered_by',
      'offline_gifts.note',
    ])
    .where('donations.n', 'in', numbers)
    .execute()
  const members = await listMembers(
    db,
    rows.flatMap(({ donor_id }) => donor_id ?? []),
  )
  const byNumber = new Map(
    rows.map((row) => [row.n, { ...row, members: members.filter(({ donor_id }) => donor_id === row.donor_id) }]),
  )
  return numbers.flatMap((n) => byNumber.get(n) ?? [])
}

/** The persons of joint donors. `share` is in hundredths of a percent. */
async function listMembers(db: Db, donorIds: readonly string[]) {
  if (donorIds.length === 0) return []
  return db
    .selectFrom('donor_members')
    .select(['donor_id', 'name', 'share'])
    .where('donor_id', 'in', donorIds)
    .orderBy('position')
    .execute()
}

export interface AccountantReceipt {
  donationId: string
  snapshot: ReceiptSnapshot
  cancelledAt: string | null
  state: ReceiptState
}

/** Returns all receipts of the donations, each donation's in the order of their issue. */
export async function listReceipts(db: Db, donationIds: readonly string[]): Promise<AccountantReceipt[]> {
  if (donationIds.length === 0) return []
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('donations', 'donations.id', 'receipts.donation_id')
    .leftJoin('receipt_cancellations', 'receipt_cancellations.receipt_id', 'receipts.id')
    .select(['receipts.donation_id', 'receipts.snapshot', 'cancelled_at', 'reason', 'status', 'deleted_at'])
    .where('receipts.donation_id', 'in', donationIds)
    .orderBy('receipts.issued_at')
    .orderBy('receipts.series')
    .orderBy('receipts.number')
    .execute()
  return rows.map((row) => ({
    donationId: row.donation_id,
    snapshot: JSON.parse(row.snapshot),
    cancelledAt: row.cancelled_at,
    state: receiptState(row),
  }))
}
