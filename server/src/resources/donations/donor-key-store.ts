import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/**
 * At most `limit` keys of donors with living donations, from `from` up to `to`, in the order of their bytes. Jumps from key to key in the
 * index: a donor of a hundred thousand donations costs no more than one of a single one.
 */
export async function listDonorKeys(
  db: Db,
  { from, to, limit }: { from: string | null; to: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ donorKey: string }>`
    with recursive keys (donor_key, place) as (
      select (select min(donor_key) from donations where deleted_at is null and donor_key >= ${from ?? ''}), 1
      union all
      select (select min(donor_key) from donations where deleted_at is null and donor_key > keys.donor_key), place + 1
      from keys where donor_key is not null and place < ${limit}
    )
    select donor_key as "donorKey" from keys
    where donor_key is not null ${to === null ? sql`` : sql`and donor_key < ${to}`}`.execute(db)
  return rows.map(({ donorKey }) => donorKey)
}

/** Whether the keys of all donors are known; a row that was written just now has none for a moment. */
export async function areDonorsKnown(db: Db): Promise<boolean> {
  const unfolded = await db
    .selectFrom('donations')
    .select('n')
    .where('search_donor', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return unfolded === undefined
}
