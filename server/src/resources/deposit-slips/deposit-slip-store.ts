import { DEPOSITED_MODES } from '@sevadesk/contract/gifts/deposit-slip.ts'
import type { DepositGift, DepositSlip, SlipGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'

interface Range {
  offset: number
  limit: number
}

const GIFT_COLUMNS = [
  ...(['gift.donation_id', 'gift.received_on', 'gift.instrument_number', 'gift.instrument_date'] as const),
  ...(['gift.bank', 'donations.donor_name', 'donations.receipt_token', 'donations.receipt_number'] as const),
] as const

/** Counts up to this many. */
const MAX_COUNT = 1000

export async function countGiftsToDeposit(db: Db): Promise<{ total: number; isCapped: boolean }> {
  const gifts = giftsToDeposit(db)
    .select('gift.donation_id')
    .limit(MAX_COUNT + 1)
  const count = await countRows(db.selectFrom(gifts.as('gifts')))
  return { total: Math.min(count, MAX_COUNT), isCapped: count > MAX_COUNT }
}

/** The oldest first. */
export async function listGiftsToDeposit(db: Db, { offset, limit }: Range): Promise<DepositGift[]> {
  const rows = await giftsToDeposit(db)
    .select([...GIFT_COLUMNS, 'gift.mode', 'donations.amount'])
    .orderBy('gift.received_on')
    .orderBy('gift.donation_id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.flatMap(toGift)
}

/** Returns the gifts that can be deposited, the oldest first. */
export async function findGiftsToDeposit(db: Db, ids: readonly string[]): Promise<DepositGift[]> {
  const rows = await giftsToDeposit(db)
    .select([...GIFT_COLUMNS, 'gift.mode', 'donations.amount'])
    .where('gift.donation_id', 'in', ids)
    .orderBy('gift.received_on')
    .orderBy('gift.donation_id')
    .execute()
  return rows.flatMap(toGift)
}

/** The modes are literals, so that SQLite uses the partial index. */
function giftsToDeposit(db: Db) {
  return db
    .selectFrom('offline_gifts as gift')
    .innerJoin('donations', 'donations.id', 'gift.donation_id')
    .where('gift.deposited_on', 'is', null)
    .where(sql<SqlBool>`gift.mode in (${sql.join(DEPOSITED_MODES.map((mode) => sql.lit(mode)))})`)
    .where('donations.deleted_at', 'is', null)
    .where('donations.status', 'in', ['captured', 'pending'])
}

export interface Candidate {
  id: string
  mode: GiftMode
  amount: number
  receivedOn: string
  donorName: string
  /** The number of a cheque or a draft. */
  instrumentNumber: string
  instrumentDate: string | null
  isDeposited: boolean
  isBounced: boolean
  isDeleted: boolean
}

/**
 * Gifts by hand among the ids, deleted ones too. On PostgreSQL a slip locks their donations in this
 * order, which is that of all who lock several donations.
 */
export async function findCandidates(db: Db, ids: readonly string[]): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('offline_gifts as gift')
    .innerJoin('donations', 'donations.id', 'gift.donation_id')
    .select(['gift.donation_id', 'gift.mode', 'gift.received_on', 'gift.deposited_on', 'gift.bounced_on'])
    .select(['gift.instrument_number', 'gift.instrument_date', 'donations.donor_name'])
    .select(['donations.amount', 'donations.deleted_at', 'donations.status'])
    .where('gift.donation_id', 'in', ids)
    .orderBy('donations.n')
    .execute()
  return rows.map((row) => ({
    id: row.donation_id,
    mode: row.mode,
    amount: row.amount,
    receivedOn: row.received_on,
    donorName: row.donor_name ?? '',
    instrumentNumber: row.instrument_number,
    instrumentDate: row.instrument_date,
    isDeposited: row.deposited_on !== null,
    isBounced: row.bounced_on !== null || row.status === 'failed',
    isDeleted: row.deleted_at !== null,
  }))
}

type NewSlip = Omit<DepositSlip, '_id' | 'count' | 'cancelledAt'> & { createdById: string }

/** Returns the id of the slip. */
export async function insertSlip(
  transaction: Db,
  { depositedOn, slipNumber, bankAccount, amount, createdAt, createdBy, createdById }: NewSlip,
  gifts: readonly Candidate[],
): Promise<string> {
  const id = newId()
  await transaction
    .insertInto('deposit_slips')
    .values({
      id,
      deposited_on: depositedOn,
      slip_number: slipNumber,
      bank_account: bankAccount,
      amount,
      created_at: createdAt,
      created_by: createdBy,
      created_by_id: createdById,
      cancelled_at: null,
    })
    .execute()
  await transaction
    .insertInto('deposit_slip_gifts')
    .values(gifts.map((gift) => ({ slip_id: id, donation_id: gift.id, mode: gift.mode, amount: gift.amount })))
    .execute()
  return id
}

export async function markDeposited(
  transaction: Db,
  { slipId, depositedOn, giftIds }: { slipId: string; depositedOn: string; giftIds: readonly string[] },
): Promise<void> {
  await transaction
    .updateTable('offline_gifts')
    .set(({ eb }) => ({ deposit_slip_id: slipId, deposited_on: depositedOn, version: eb('version', '+', 1) }))
    .where('donation_id', 'in', giftIds)
    .execute()
}

/**
 * Returns the gifts that are open again: those that the bank has cleared or returned stay
 * deposited. On PostgreSQL locks the donations first, as `findCandidates` says.
 */
export async function updateCancelled(transaction: Db, id: string, cancelledAt: string): Promise<string[]> {
  await lockDonations(transaction, id)
  const opened = await transaction
    .updateTable('offline_gifts')
    .set(({ eb }) => ({ deposit_slip_id: null, deposited_on: null, version: eb('version', '+', 1) }))
    .where('deposit_slip_id', '=', id)
    .where('cleared_on', 'is', null)
    .where('bounced_on', 'is', null)
    .returning('donation_id')
    .execute()
  await transaction.updateTable('deposit_slips').set({ cancelled_at: cancelledAt }).where('id', '=', id).execute()
  return opened.map(({ donation_id }) => donation_id)
}

/** As the insertion of a slip: a merge of donors waits, other changes of a donation do not. */
async function lockDonations(transaction: Db, slipId: string): Promise<void> {
  if (!isPostgres(transaction)) return
  await transaction
    .selectFrom('donations')
    .select('n')
    .where('id', 'in', (gifts) =>
      gifts.selectFrom('offline_gifts').select('donation_id').where('deposit_slip_id', '=', slipId),
    )
    .orderBy('n')
    .forKeyShare()
    .execute()
}

export function countSlips(db: Db): Promise<number> {
  return countRows(db.selectFrom('deposit_slips'))
}

/** The newest first. */
export async function listSlips(db: Db, { offset, limit }: Range): Promise<DepositSlip[]> {
  const rows = await slips(db)
    .orderBy('deposited_on', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(toSlip)
}

export async function findSlip(db: Db, id: string): Promise<DepositSlip | undefined> {
  const row = await slips(db).where('id', '=', id).executeTakeFirst()
  return row && toSlip(row)
}

/** The gifts of a slip with the amounts with which they were deposited, the oldest first. */
export async function listSlipGifts(db: Db, id: string): Promise<SlipGift[]> {
  const rows = await db
    .selectFrom('deposit_slip_gifts as deposited')
    .innerJoin('offline_gifts as gift', 'gift.donation_id', 'deposited.donation_id')
    .innerJoin('donations', 'donations.id', 'deposited.donation_id')
    .select([...GIFT_COLUMNS, 'deposited.mode', 'deposited.amount', 'donations.amount as current_amount'])
    .select(['donations.deleted_at', 'gift.cleared_on', 'gift.bounced_on', 'gift.deposit_slip_id'])
    .where('deposited.slip_id', '=', id)
    .orderBy('gift.received_on')
    .orderBy('gift.donation_id')
    .execute()
  return rows.flatMap((row) =>
    toGift(row).map((gift) => ({
      ...gift,
      currentAmount: row.current_amount,
      isDeleted: row.deleted_at !== null,
      clearedOn: row.cleared_on,
      bouncedOn: row.bounced_on,
      isDeposited: row.deposit_slip_id === id,
    })),
  )
}

function slips(db: Db) {
  return db
    .selectFrom('deposit_slips')
    .select(['id', 'deposited_on', 'slip_number', 'bank_account', 'amount', 'created_at', 'created_by', 'cancelled_at'])
    .select(({ selectFrom }) =>
      selectFrom('deposit_slip_gifts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('slip_id', '=', 'deposit_slips.id')
        .as('count'),
    )
}

function toSlip(row: Omit<Tables['deposit_slips'], 'created_by_id'> & { count: number | null }): DepositSlip {
  return {
    _id: row.id,
    depositedOn: row.deposited_on,
    slipNumber: row.slip_number,
    bankAccount: row.bank_account,
    count: Number(row.count),
    amount: row.amount,
    createdAt: row.created_at,
    createdBy: row.created_by,
    cancelledAt: row.cancelled_at,
  }
}

type GiftRow = Pick<
  Selectable<Tables['offline_gifts']>,
  'donation_id' | 'received_on' | 'instrument_number' | 'instrument_date' | 'bank'
> &
  Pick<Tables['deposit_slip_gifts'], 'mode' | 'amount'> &
  // No `receipt_token` while the last receipt is cancelled.
  Pick<Tables['donations'], 'donor_name' | 'receipt_token' | 'receipt_number'>

function toGift(row: GiftRow): DepositGift[] {
  const mode = DEPOSITED_MODES.find((deposited) => deposited === row.mode)
  if (!mode) return []
  return [
    {
      _id: row.donation_id,
      mode,
      amount: row.amount,
      receivedOn: row.received_on,
      donorName: row.donor_name ?? '',
      instrumentNumber: row.instrument_number,
      instrumentDate: row.instrument_date,
      bank: row.bank,
      receiptNumber: row.receipt_token === null ? '' : (row.receipt_number ?? ''),
    },
  ]
}
