import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { type DonationSum, type LikeDonations, sumOfLike } from './donation-sum.ts'
import { asText } from './donation-text.ts'

/** A place in the order of time, ties by id; it need not be that of a donation. `id` is empty for the first of a moment. */
export interface Position {
  createdAt: string
  id: string
}

/** From `from` up to, not including, `to`; null for the beginning and the end of all. */
export interface Stretch {
  from: Position | null
  to: Position | null
}

/**
 * The living donations of a stretch. Both engines read them from the index by time. That the moments alone are within it says nothing new, save to
 * PostgreSQL, which would take a comparison of two columns for a quarter of the table and read all of it.
 */
export function isWithinStretch({ from, to }: Stretch): RawBuilder<SqlBool> {
  const after = from
    ? sql`and created_at >= ${from.createdAt} and (created_at, id) >= (${from.createdAt}, ${from.id})`
    : sql``
  const before = to ? sql`and created_at <= ${to.createdAt} and (created_at, id) < (${to.createdAt}, ${to.id})` : sql``
  return sql<SqlBool>`deleted_at is null ${after} ${before}`
}

export async function sumStretch(db: Db, stretch: Stretch): Promise<DonationSum> {
  const { rows } = await sql<LikeDonations>`
    select status, currency, count(*) as count, cast(sum(amount) as bigint) as amount
    from donations where ${isWithinStretch(stretch)} group by status, currency`.execute(db)
  return sumOfLike(rows.map((row) => ({ ...row, status: asText(row.status), currency: asText(row.currency) })))
}

/** The position of the donation that `count` others of the stretch come before; `null` when there is none. */
export async function findPosition(db: Db, stretch: Stretch, count: number): Promise<Position | null> {
  const { rows } = await sql<Position>`
    select created_at as "createdAt", id from donations where ${isWithinStretch(stretch)}
    order by created_at, id limit 1 offset ${count}`.execute(db)
  return rows[0] ?? null
}
