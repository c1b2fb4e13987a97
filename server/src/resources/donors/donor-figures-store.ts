import { SUCCESSFUL_STATUSES } from '@sevadesk/contract/donations/donation-status.ts'
import { filterRange } from '@sevadesk/contract/donations/period.ts'
import type { DonorSort } from '@sevadesk/contract/donors/donor.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from '../../db/db.ts'

interface DonorFigures {
  id: string
  /** Paise that were kept of the successful gifts of this financial year. */
  yearAmount: number
  /** UTC ISO 8601. */
  lastGiftAt: string
}

/** Returns the start of this financial year, as the database compares times. */
export function startOfYear(timeZone: string): string {
  return new Date(filterRange({ period: 'financial-year' }, { now: Date.now(), timeZone })?.from ?? 0).toISOString()
}

/** The column `received_at`, or what it is made of: SQLite reads no index alone for generated columns. */
function receivedAt(db: Db): RawBuilder<unknown> {
  if (isPostgres(db)) return sql`received_at`
  return sql`case when payment_id is null then created_at else coalesce(captured_at, created_at) end`
}

/**
 * The successful gifts of each donor. Reads `donations_by_donor_sums` alone: with `deleted_at is null`
 * SQLite would choose another index.
 */
function figures(db: Db, since: string, ids: readonly string[] | undefined): RawBuilder<DonorFigures> {
  const isWanted = ids ? sql`and donor_id in (${sql.join(ids)})` : sql``
  return sql`select donor_id as id, max(${receivedAt(db)}) as last_gift_at,
      sum(case when ${receivedAt(db)} >= ${since} then amount else 0 end)
        - sum(case when lost_at >= ${since} then lost_amount else 0 end) as year_amount
    from donations
    where donor_id is not null and coalesce(deleted_at, '') = '' ${isWanted}
      and lower(status) in (${sql.join(SUCCESSFUL_STATUSES.map((status) => sql.lit(status)))})
    group by donor_id`
}

/** Returns what these donors gave; nothing for those without a successful gift. */
export async function findFigures(db: Db, ids: readonly string[], since: string): Promise<Map<string, DonorFigures>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    last_gift_at: string
    year_amount: number
  }>`${figures(db, since, ids)}`.execute(db)
  return new Map(
    rows.map(({ id, last_gift_at: lastGiftAt, year_amount }) => [
      id,
      { id, lastGiftAt, yearAmount: Number(year_amount) },
    ]),
  )
}

const ORDERS: Readonly<Record<Exclude<DonorSort, 'name'>, RawBuilder<unknown>>> = {
  'year-high': sql`coalesce(year_amount, 0) desc`,
  'year-low': sql`coalesce(year_amount, 0)`,
  'last-new': sql`coalesce(last_gift_at, '') desc`,
  'last-old': sql`coalesce(last_gift_at, '')`,
}

export interface FiguresOrder {
  sort: keyof typeof ORDERS
  /** The start of the financial year. */
  since: string
}

/** Returns the ids of donors that are not merged, of all or these, ordered by what they gave, and then by name. */
export async function listByFigures(
  db: Db,
  { sort, since }: FiguresOrder,
  { offset, limit }: { offset: number; limit: number },
  ids?: readonly string[],
): Promise<string[]> {
  if (ids?.length === 0) return []
  const { rows } = await sql<{ id: string }>`select donors.id from donors
    left join (${figures(db, since, ids)}) given on given.id = donors.id
    where merged_into is null ${ids ? sql`and donors.id in (${sql.join(ids)})` : sql``}
    order by ${ORDERS[sort]}, search_name, donors.id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}
