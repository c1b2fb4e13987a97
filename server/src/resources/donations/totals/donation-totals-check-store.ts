import { sql } from 'kysely'
import { derivedDonationColumns } from '../../../db/donation-columns.ts'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'

/** A stored total that differs from the donations. Amounts are in paise. */
export interface TotalDifference {
  unit: string
  period: string
  status: string
  currency: string
  storedCount: number
  storedAmount: number
  actualCount: number
  actualAmount: number
}

/**
 * Compares the totals of all days and months from `fromDay` on with the donations, and the grand
 * totals with all months, except on PostgreSQL, where they are a view of the months.
 */
export async function findTotalDifferences(db: Db, fromDay = ''): Promise<TotalDifference[]> {
  const fromMonth = fromDay.slice(0, 7)
  const grandTotals = isPostgres(db) ? sql`` : GRAND_TOTALS
  const { rows } = await sql<TotalDifference>`
    select unit, period, status, currency,
      cast(sum(stored) as bigint) as "storedCount", cast(sum(stored_amount) as bigint) as "storedAmount",
      cast(sum(actual) as bigint) as "actualCount", cast(sum(actual_amount) as bigint) as "actualAmount"
    from (
      select unit, period, status, currency, count as stored, amount as stored_amount, 0 as actual, 0 as actual_amount
      from donation_totals where period >= case unit when 'day' then ${fromDay} else ${fromMonth} end
      union all select 'day', local_day, coalesce(status, ''), currency, 0, 0, 1, amount
      from donations where deleted_at is null and local_day >= ${fromDay}
      union all select 'month', substr(local_day, 1, 7), coalesce(status, ''), currency, 0, 0, 1, amount
      from donations where deleted_at is null and local_day >= ${fromMonth}
      ${grandTotals}
    ) compared
    group by unit, period, status, currency
    having sum(stored) <> sum(actual) or sum(stored_amount) <> sum(actual_amount)
    order by unit, period, status, currency`.execute(db)
  return rows
}

const GRAND_TOTALS = sql`
  union all select 'all', '', status, currency, count, amount, 0, 0 from donation_grand_totals
  union all select 'all', '', status, currency, 0, 0, count, amount from donation_totals where unit = 'month'`

/** Counts donors whose stored number of donations is wrong, plus the error of the donor count. */
export async function countDonorDifferences(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      select count(*) from (
        select donor_key from (
          select donor_key, donations from donation_donors
          union all select donor_key, -1 from donations where deleted_at is null and donor_key is not null
        ) compared group by donor_key having sum(donations) <> 0
      ) different
    ) + (select abs(donors - (select count(*) from donation_donors)) from donation_totals_state) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Counts the donations that SQLite's full-text table lacks or should not contain. PostgreSQL
 * maintains its indexes itself.
 */
export async function countSearchDifferences(db: Db): Promise<number> {
  if (isPostgres(db)) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select n from (
        select (id >> 3) & ${sql.lit(2 ** 27 - 1)} as n, 1 as entries from donation_search_docsize
        union all select n, -1 from donations where deleted_at is null
      ) group by n having sum(entries) <> 0
    )`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Makes every other writer of donations wait until the transaction ends. SQLite allows only one
 * writing transaction at a time anyway.
 */
export async function lockDonations(transaction: Db): Promise<void> {
  if (isPostgres(transaction)) await sql`lock table donations in share row exclusive mode`.execute(transaction)
}

/** Recomputes all totals from `fromDay` on, and the grand totals, which are a view on PostgreSQL. */
export async function rebuildTotals(transaction: Db, fromDay = ''): Promise<void> {
  const fromMonth = fromDay.slice(0, 7)
  await sql`
    delete from donation_totals where period >= case unit when 'day' then ${fromDay} else ${fromMonth} end`.execute(
    transaction,
  )
  await sql`
    insert into donation_totals (unit, period, status, currency, count, amount)
    select 'day', local_day, coalesce(status, ''), currency, count(*), sum(amount)
    from donations where deleted_at is null and local_day >= ${fromDay} group by 2, 3, 4`.execute(transaction)
  await sql`
    insert into donation_totals (unit, period, status, currency, count, amount)
    select 'month', substr(period, 1, 7), status, currency, sum(count), sum(amount)
    from donation_totals where unit = 'day' and period >= ${fromMonth} group by 2, 3, 4`.execute(transaction)
  if (isPostgres(transaction)) return
  await sql`delete from donation_grand_totals`.execute(transaction)
  await sql`
    insert into donation_grand_totals (status, currency, count, amount)
    select status, currency, sum(count), sum(amount) from donation_totals where unit = 'month' group by 1, 2`.execute(
    transaction,
  )
}

/** Recounts the donations of each donor. */
export async function rebuildDonors(transaction: Db): Promise<void> {
  await sql`delete from donation_donors`.execute(transaction)
  await sql`
    insert into donation_donors (donor_key, donations)
    select donor_key, count(*) from donations where deleted_at is null and donor_key is not null group by donor_key`.execute(
    transaction,
  )
  await sql`update donation_totals_state set donors = (select count(*) from donation_donors)`.execute(transaction)
}

const BATCH = 500

/** Recomputes the derived columns of every donation. */
export async function rebuildColumns(transaction: Db, timeZone: string): Promise<void> {
  for await (const wrong of wrongColumns(transaction, timeZone)) {
    for (const { n, derived } of wrong) {
      await transaction.updateTable('donations').set(derived).where('n', '=', n).execute()
    }
  }
}

/** Counts the donations whose derived columns are wrong. */
export async function countColumnDifferences(db: Db, timeZone: string): Promise<number> {
  let count = 0
  for await (const wrong of wrongColumns(db, timeZone)) count += wrong.length
  return count
}

async function* wrongColumns(db: Db, timeZone: string) {
  for (let last = 0, isOver = false; !isOver; ) {
    const rows = await db
      .selectFrom('donations')
      .select(['n', 'donor_name', 'donor_email', 'donor_phone', 'purpose', 'amount', 'created_at'])
      .select(DERIVED)
      .where('n', '>', last)
      .orderBy('n')
      .limit(BATCH)
      .execute()
    last = rows.at(-1)?.n ?? last
    isOver = rows.length < BATCH
    yield rows
      .map((row) => ({ n: row.n, row, derived: derivedDonationColumns(row, timeZone) }))
      .filter(({ row, derived }) => DERIVED.some((column) => derived[column] !== row[column]))
  }
}

const DERIVED = ['local_day', 'donor_key', 'search_donor', 'search_purpose'] as const

/** Rebuilds SQLite's full-text table. `donation-full-text-store.ts` explains `search_key`. */
export async function rebuildSearch(transaction: Db): Promise<void> {
  if (isPostgres(transaction)) return
  await sql`insert into donation_search (donation_search) values ('delete-all')`.execute(transaction)
  await sql`insert into donation_search (rowid, donor, purpose, reference)
    select search_key, search_donor, search_purpose, search_reference
    from donations where deleted_at is null`.execute(transaction)
}

/** Returns the time zone that `local_day` was computed for; null in a new database. */
export async function findTotalsZone(db: Db): Promise<string | null> {
  const { time_zone } = await db.selectFrom('donation_totals_state').select('time_zone').executeTakeFirstOrThrow()
  return time_zone
}

export async function updateTotalsZone(transaction: Db, timeZone: string): Promise<void> {
  await transaction.updateTable('donation_totals_state').set({ time_zone: timeZone }).execute()
}
