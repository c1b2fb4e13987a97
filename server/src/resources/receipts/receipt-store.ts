import type { CancelReason } from '@sevadesk/contract/gifts/offline-gift.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'

/** A refunded donation was captured before. */
const ONCE_CAPTURED = ['captured', 'refunded']

export type ReceiptDonationRow = Selectable<Tables['donations']>

/** What gives access to a receipt, and until when. */
export interface ReceiptLink {
  token: string
  expiresAt: string
}

/**
 * Sets the receipt token unless there is one, and locks the row until the transaction ends. Returns
 * undefined if the donation has a receipt, was never captured or does not exist.
 */
export async function claimDonation(
  transaction: Db,
  donationId: string,
  { token, expiresAt }: ReceiptLink,
): Promise<ReceiptDonationRow | undefined> {
  return transaction
    .updateTable('donations')
    .set({
      receipt_token: sql<string>`coalesce(receipt_token, ${token})`,
      receipt_expires_at: sql<
        string | null
      >`case when receipt_token is null then ${expiresAt} else receipt_expires_at end`,
    })
    .where('id', '=', donationId)
    .where('receipt_number', 'is', null)
    .where(sql<string>`lower(status)`, 'in', ONCE_CAPTURED)
    .returningAll()
    .executeTakeFirst()
}

/** Sets another token, and locks the row until the transaction ends. */
export async function replaceToken(
  transaction: Db,
  donationId: string,
  { token, expiresAt }: ReceiptLink,
): Promise<ReceiptDonationRow> {
  return transaction
    .updateTable('donations')
    .set({ receipt_token: token, receipt_expires_at: expiresAt })
    .where('id', '=', donationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the receipt of the donation that is not cancelled. */
export async function findValidReceipt(
  db: Db,
  donationId: string,
): Promise<{ id: string; snapshot: string } | undefined> {
  return db
    .selectFrom('receipts')
    .leftJoin('receipt_cancellations', 'receipt_id', 'receipts.id')
    .select(['receipts.id', 'snapshot'])
    .where('donation_id', '=', donationId)
    .where('receipt_id', 'is', null)
    .executeTakeFirst()
}

/** All receipts of a donation, the oldest first. */
export async function listReceipts(db: Db, donationId: string) {
  return db
    .selectFrom('receipts')
    .leftJoin('receipt_cancellations', 'receipt_id', 'receipts.id')
    .select(['token', 'snapshot', 'issued_at', 'cancelled_at', 'reason'])
    .where('donation_id', '=', donationId)
    .orderBy('issued_at')
    .orderBy('receipts.id')
    .execute()
}

export async function insertCancellation(
  transaction: Db,
  { receiptId, reason }: { receiptId: string; reason: CancelReason },
): Promise<void> {
  const { donation_id, receipt_expires_at } = await transaction
    .selectFrom('receipts')
    .innerJoin('donations', 'donations.id', 'donation_id')
    .select(['donation_id', 'receipt_expires_at'])
    .where('receipts.id', '=', receiptId)
    .executeTakeFirstOrThrow()
  const row = { receipt_id: receiptId, cancelled_at: new Date().toISOString(), reason }
  await transaction
    .insertInto('receipt_cancellations')
    .values({ ...row, link_expires_at: receipt_expires_at })
    .execute()
  // The number stays, so that a search finds the donation by it.
  await transaction.updateTable('donations').set({ receipt_token: null }).where('id', '=', donation_id).execute()
}

export async function insertSettings(transaction: Db, row: Tables['receipt_settings']): Promise<void> {
  const existing = await transaction
    .selectFrom('receipt_settings')
    .select('hash')
    .where('hash', '=', row.hash)
    .executeTakeFirst()
  if (existing) return
  await transaction
    .insertInto('receipt_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/**
 * Increments the series. Its row stays locked until the transaction ends, so numbers have no gaps.
 */
export async function nextNumber(transaction: Db, series: string): Promise<number> {
  const { last_number } = await transaction
    .insertInto('receipt_series')
    .values({ series, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last_number: sql<number>`receipt_series.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** Inserts the receipt and stores its printed number in the donation. */
export async function insertReceipt(
  transaction: Db,
  printed: string,
  row: Omit<Tables['receipts'], 'id'>,
): Promise<void> {
  await transaction
    .insertInto('receipts')
    .values({ id: newId(), ...row })
    .execute()
  await transaction
    .updateTable('donations')
    .set({ receipt_number: printed })
    .where('id', '=', row.donation_id)
    .execute()
}

export async function findReceipt(db: Db, token: string) {
  const row = await db
    .selectFrom('receipts')
    .innerJoin('donations', 'donations.id', 'receipts.donation_id')
    .innerJoin('receipt_settings', 'receipt_settings.hash', 'receipts.settings_hash')
    .leftJoin('receipt_cancellations', 'receipt_id', 'receipts.id')
    .select([
      'receipts.donation_id',
      'receipts.snapshot',
      'receipts.settings_hash',
      'receipt_settings.settings',
      'donations.status',
      'donations.deleted_at',
      'donations.receipt_expires_at',
      'receipt_cancellations.reason',
      'receipt_cancellations.link_expires_at',
    ])
    .where('receipts.token', '=', token)
    .executeTakeFirst()
  return row && { ...row, link_expires_at: row.reason === null ? row.receipt_expires_at : row.link_expires_at }
}
