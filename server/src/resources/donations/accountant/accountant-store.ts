import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../../db/schema.ts'
import type { ReceiptSnapshot } from '../../receipts/content/receipt-snapshot.ts'
import { type DonationConditions, filterConditions, STATUS_KEY } from '../donation-conditions-store.ts'
import { matchesReceived, type ReceivedRange, receivedWithin } from '../groups/donation-received-store.ts'

/** The position of a donation in the export. */
export interface ReceivedPosition {
  n: number
  received_at: string
  id: string
}

interface PositionOptions {
  conditions: DonationConditions
  received: ReceivedRange | undefined
  limit: number
}

/**
 * Lists what the accountant needs: money that was received, also if it was refunded, gifts that were
 * entered by hand, and all that has a receipt. By the time of receipt.
 */
export async function listPositions(
  db: Db,
  after: ReceivedPosition | undefined,
  { conditions, received, limit }: PositionOptions,
): Promise<ReceivedPosition[]> {
  const position = after ? sql`(received_at, id) > (${after.received_at}, ${after.id})` : sql`true`
  const { rows } = await sql<ReceivedPosition>`
    select n, received_at, id from donations
    where ${matchesReceived(db, conditions, received)} and ${position} and (
      ${STATUS_KEY} in ('authorized', 'refunded') or receipt_number is not null
      or exists (select 1 from offline_gifts where donation_id = donations.id)
    ) order by received_at, id limit ${limit}`.execute(db)
  return rows
}

/** Lists deleted donations with a receipt: its number was issued. */
export async function listDeletedPositions(
  db: Db,
  after: ReceivedPosition | undefined,
  { conditions, received, limit }: PositionOptions,
): Promise<ReceivedPosition[]> {
  const all = [
    sql`deleted_at is not null`,
    sql`exists (select 1 from receipts where donation_id = donations.id)`,
    ...receivedWithin(received),
    ...filterConditions({ ...conditions, days: undefined }),
    ...(after ? [sql`(received_at, id) > (${after.received_at}, ${after.id})`] : []),
  ]
  const { rows } = await sql<ReceivedPosition>`
    select n, received_at, id from donations where ${sql.join(all, sql` and `)}
    order by received_at, id limit ${limit}`.execute(db)
  return rows
}

/** Counts the rows of the export. */
export async function countRows(db: Db, { conditions, received }: Omit<PositionOptions, 'limit'>): Promise<number> {
  const { rows } = await sql<{ gifts: number; receipts: number }>`
    select (select count(*) from donations where ${matchesReceived(db, conditions, received)}) as gifts,
      (select count(*) from receipt_cancellations) as receipts`.execute(db)
  return (rows[0]?.gifts ?? 0) + (rows[0]?.receipts ?? 0)
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
      'donations.received_at',
      'donations.deleted_at',
      'purposes.name_en as purpose_name',
      'purposes.donation_type as purpose_type',
      'institutions.name_en as institution_name',
      'donors.pan as record_pan',
      'donors.address as record_address',
      'donors.pin_code',
      'donors.kind as donor_kind',
      'donors.citizenship',
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
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return numbers.flatMap((n) => byNumber.get(n) ?? [])
}

export interface AccountantReceipt {
  donationId: string
  snapshot: ReceiptSnapshot
  cancelledAt: string | null
  reason: Selectable<Tables['receipt_cancellations']>['reason'] | null
}

/** Returns all receipts of the donations, each donation's in the order of their issue. */
export async function listReceipts(db: Db, donationIds: readonly string[]): Promise<AccountantReceipt[]> {
  if (donationIds.length === 0) return []
  const rows = await db
    .selectFrom('receipts')
    .leftJoin('receipt_cancellations', 'receipt_cancellations.receipt_id', 'receipts.id')
    .select(['receipts.donation_id', 'receipts.snapshot', 'cancelled_at', 'reason'])
    .where('receipts.donation_id', 'in', donationIds)
    .orderBy('receipts.issued_at')
    .orderBy('receipts.series')
    .orderBy('receipts.number')
    .execute()
  return rows.map(({ donation_id, snapshot, cancelled_at, reason }) => ({
    donationId: donation_id,
    snapshot: JSON.parse(snapshot),
    cancelledAt: cancelled_at,
    reason,
  }))
}
