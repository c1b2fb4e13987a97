import { type Selectable, sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db, Tables } from '../../db/schema.ts'

/** Money that came in, also where it went back since. */
const ONCE_CAPTURED = ['captured', 'refunded']

/**
 * Gives a donation the token of a receipt to come, unless it has one, and holds its row until the transaction ends, so that no other gives
 * it a receipt meanwhile. Answers the row; nothing when it has a receipt, or was never captured, or is not there.
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

/** Keeps settings under their hash, once. */
export async function keepSettings(transaction: Db, row: Tables['receipt_settings']): Promise<void> {
  const known = await transaction
    .selectFrom('receipt_settings')
    .select('hash')
    .where('hash', '=', row.hash)
    .executeTakeFirst()
  if (known) return
  await transaction
    .insertInto('receipt_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/** The next number of a series. It is held until the transaction ends and free again when that fails, so that none is missing or given twice. */
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

/** Adds a receipt, and its printed number to its donation. */
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

/** What a receipt is printed from: itself, what was kept of the trust, and how its donation stands now. */
export interface PrintableReceipt {
  snapshot: string
  settings: string
  settings_hash: string
  status: string | null
  receipt_expires_at: string | null
}

/** By the token that its donation carries. */
export async function findReceipt(db: Db, token: string): Promise<PrintableReceipt | undefined> {
  return db
    .selectFrom('donations')
    .innerJoin('receipts', 'receipts.donation_id', 'donations.id')
    .innerJoin('receipt_settings', 'receipt_settings.hash', 'receipts.settings_hash')
    .select([
      'receipts.snapshot',
      'receipts.settings_hash',
      'receipt_settings.settings',
      'donations.status',
      'donations.receipt_expires_at',
    ])
    .where('donations.receipt_token', '=', token)
    .executeTakeFirst()
}

export type OldDonation = Pick<Selectable<Tables['donations']>, 'id' | 'updated_at'>

/** Captured donations that carry a token without a receipt behind it, those first that came in first; those `after` one. */
export async function listDonationsWithoutReceipt(db: Db, limit: number, after?: OldDonation): Promise<OldDonation[]> {
  return db
    .selectFrom('donations')
    .select(['id', 'updated_at'])
    .where('receipt_token', 'is not', null)
    .where('receipt_number', 'is', null)
    .where(sql<string>`lower(status)`, 'in', ONCE_CAPTURED)
    .$if(after !== undefined, (query) =>
      query.where((row) =>
        row(row.refTuple('updated_at', 'id'), '>', row.tuple(after?.updated_at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
