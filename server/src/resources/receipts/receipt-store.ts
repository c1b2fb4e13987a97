import { type Selectable, sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db, Tables } from '../../db/schema.ts'

/** A refunded donation was captured before. */
const ONCE_CAPTURED = ['captured', 'refunded']

/**
 * Sets the receipt token unless there is one, and locks the row until the transaction ends. Returns
 * undefined if the donation has a receipt, was never captured or does not exist.
 */
export async function claimDonation(
  transaction: Db,
  donationId: string,
  { token, expiresAt }: { token: string; expiresAt: string },
): Promise<Selectable<Tables['donations']> | undefined> {
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

export interface PrintableReceipt {
  donation_id: string
  snapshot: string
  settings: string
  settings_hash: string
  status: string | null
  receipt_expires_at: string | null
}

export async function findReceipt(db: Db, token: string): Promise<PrintableReceipt | undefined> {
  return db
    .selectFrom('receipts')
    .innerJoin('donations', 'donations.id', 'receipts.donation_id')
    .innerJoin('receipt_settings', 'receipt_settings.hash', 'receipts.settings_hash')
    .select([
      'receipts.donation_id',
      'receipts.snapshot',
      'receipts.settings_hash',
      'receipt_settings.settings',
      'donations.status',
      'donations.receipt_expires_at',
    ])
    .where('receipts.token', '=', token)
    .executeTakeFirst()
}
