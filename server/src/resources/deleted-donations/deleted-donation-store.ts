import type { TrashKind } from '@sevadesk/contract/records/trash.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { DONATION_COLUMNS, type FullDonation, toDonation } from '../donations/donation-store.ts'
import type { DeletedRecords } from '../trash/trash-store.ts'

/**
 * Marks a donation as deleted and returns it; `undefined` when it does not exist or is deleted
 * already.
 */
export async function markDeleted(
  transaction: Db,
  id: string,
  deletedBy: { id: string; username: string } | null,
): Promise<FullDonation | undefined> {
  const row = await transaction
    .updateTable('donations')
    .set({
      deleted_at: new Date().toISOString(),
      deleted_by: deletedBy?.username ?? null,
      deleted_by_id: deletedBy?.id ?? null,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(DONATION_COLUMNS)
    .executeTakeFirst()
  return row && toDonation(row)
}

/**
 * Restores a deleted donation and returns it; `undefined` when no deleted donation has this id, or
 * another account than `deletedById` deleted it.
 */
export async function unmarkDeleted(
  transaction: Db,
  id: string,
  deletedById?: string,
): Promise<FullDonation | undefined> {
  let update = transaction
    .updateTable('donations')
    .set({ deleted_at: null, deleted_by: null, deleted_by_id: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
  if (deletedById !== undefined) update = update.where('deleted_by_id', '=', deletedById)
  const row = await update.returning(DONATION_COLUMNS).executeTakeFirst()
  return row && toDonation(row)
}

/** Selects deleted donations for the list of the trash: all, or those that one account deleted. */
export function selectDeleted(db: Db, deletedById?: string): DeletedRecords {
  const none = sql<null>`null`
  const rows = db
    .selectFrom('donations')
    .select([
      sql<TrashKind>`'donation'`.as('kind'),
      'id',
      sql<string>`coalesce(donor_name, '')`.as('label'),
      none.as('section'),
      none.as('picture_path'),
      sql<string>`deleted_at`.as('deleted_at'),
      'deleted_by',
    ])
    .select([sql<number | null>`amount`.as('amount'), sql<string | null>`currency`.as('currency')])
    .where('deleted_at', 'is not', null)
  return deletedById === undefined ? rows : rows.where('deleted_by_id', '=', deletedById)
}
