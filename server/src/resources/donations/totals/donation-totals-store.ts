import { isRupees } from '@sevadesk/contract/donations/donation-figures.ts'
import { isSuccessful, type StatusFilter, statusesOf } from '@sevadesk/contract/donations/donation-status.ts'
import type { DayRange } from '@sevadesk/contract/donations/period.ts'
import { type RawBuilder, sql } from 'kysely'
import { preparedQuery } from '../../../db/prepared-query.ts'
import type { Db } from '../../../db/schema.ts'

/**
 * Triggers of the migrations maintain `donation_totals`, `donation_grand_totals` and
 * `donation_totals_state`, in the transaction that writes a donation.
 */

export interface PeriodCount {
  /** `2026-11` or `2026-11-21`. */
  period: string
  count: number
}

const MONTH_LENGTH = 'YYYY-MM'.length

/**
 * Counts the donations of each month or day that has donations, oldest first. For months, `days`
 * must be whole months.
 */
export async function countByPeriod(
  db: Db,
  unit: 'day' | 'month',
  { status, days }: { status: StatusFilter; days: DayRange | undefined },
): Promise<PeriodCount[]> {
  let query = db
    .selectFrom('donation_totals')
    .select('period')
    .select(sql<number>`cast(sum(count) as bigint)`.as('count'))
    .where('unit', '=', unit)
    .groupBy('period')
    .having(sql`sum(count)`, '>', 0)
    .orderBy('period')
  const statuses = statusesOf(status)
  if (statuses) query = query.where(sql`lower(status)`, 'in', statuses)
  if (days) query = query.where('period', '>=', startOf(unit, days.from)).where('period', '<', startOf(unit, days.to))
  return query.execute()
}

export interface StatusTotal {
  status: string
  count: number
  /** Paise; 0 unless the status is successful. */
  amount: number
}

/**
 * Returns the totals of each status within `days`, or of all time. For months, `days` must be whole
 * months.
 */
export async function sumByStatus(
  db: Db,
  unit: 'day' | 'month',
  { status, days }: { status: StatusFilter; days: DayRange | undefined },
): Promise<StatusTotal[]> {
  let query = db
    .selectFrom('donation_totals as total')
    .select('status')
    .select([
      sql<number>`cast(sum(count) as bigint)`.as('count'),
      sql<number>`cast(sum(${successfulAmount('total')}) as bigint)`.as('amount'),
    ])
    .where('unit', '=', unit)
    .groupBy('status')
  const statuses = statusesOf(status)
  if (statuses) query = query.where(sql`lower(status)`, 'in', statuses)
  if (days) query = query.where('period', '>=', startOf(unit, days.from)).where('period', '<', startOf(unit, days.to))
  return query.execute()
}

function startOf(unit: 'day' | 'month', day: string): string {
  return unit === 'month' ? day.slice(0, MONTH_LENGTH) : day
}

/** Counts the donations of a filter, as a subquery. */
export function countOfAllTime(status: StatusFilter): RawBuilder<number> {
  const statuses = statusesOf(status)
  const filter = statuses ? sql`where lower(status) in (${sql.join(statuses)})` : sql``
  return sql`(select cast(coalesce(sum(count), 0) as bigint) from donation_grand_totals ${filter})`
}

/** Leaves out unpaid orders: their sum can exceed the largest safe integer of JavaScript. */
function successfulAmount(alias: 'total' | 'inMonth') {
  const [status, amount] = [sql.ref(`${alias}.status`), sql.ref(`${alias}.amount`)]
  return sql<number>`case when lower(${status}) in ('authorized', 'captured') then ${amount} else 0 end`
}

export interface DonationTotals {
  count: number
  successfulCount: number
  /** Statuses that occur, as stored; empty for a missing one. */
  statuses: Set<string>
  /** Paise of the successful donations. */
  amount: number
  monthAmount: number
  hasOtherCurrency: boolean
  donors: number
}

const totalsWithMonth = preparedQuery((db, value: (name: 'month') => string) =>
  db
    .selectFrom('donation_grand_totals as total')
    .leftJoin('donation_totals as inMonth', (join) =>
      join
        .onRef('inMonth.status', '=', 'total.status')
        .onRef('inMonth.currency', '=', 'total.currency')
        .on('inMonth.unit', '=', 'month')
        .on('inMonth.period', '=', value('month')),
    )
    .select(['total.status', 'total.currency', 'total.count'])
    .select([
      successfulAmount('total').as('amount'),
      successfulAmount('inMonth').as('monthAmount'),
      sql<number>`(select donors from donation_totals_state)`.as('donors'),
    ]),
)

/** Returns the totals of all donations, and the amount of one month (`2026-11`). */
export async function readTotals(db: Db, month: string): Promise<DonationTotals> {
  const groups = await totalsWithMonth(db, { month })
  const statuses = new Set<string>()
  const totals = {
    ...{ count: 0, successfulCount: 0, amount: 0, monthAmount: 0 },
    ...{ hasOtherCurrency: false, donors: groups[0]?.donors ?? 0, statuses },
  }
  for (const { status, currency, count, amount, monthAmount } of groups) {
    totals.count += count
    if (count > 0) statuses.add(status)
    if (!isSuccessful(status)) continue
    totals.successfulCount += count
    totals.amount += amount
    totals.monthAmount += monthAmount
    if (count > 0 && !isRupees(currency)) totals.hasOtherCurrency = true
  }
  return totals
}
