import { isRupees } from '@sevadesk/contract/donation-figures.ts'
import { isSuccessful, type StatusFilter, statusesOf } from '@sevadesk/contract/donation-status.ts'
import type { DayRange } from '@sevadesk/contract/period.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'

/**
 * Triggers of the first migration maintain `donation_totals` and `donation_totals_state`, in the
 * transaction that writes a donation.
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
  if (days) {
    const length = unit === 'month' ? MONTH_LENGTH : undefined
    query = query.where('period', '>=', days.from.slice(0, length)).where('period', '<', days.to.slice(0, length))
  }
  return query.execute()
}

/** Excludes unpaid orders: their sum can exceed the largest safe integer of JavaScript. */
const SUCCESSFUL_AMOUNT = sql`case when lower(status) in ('authorized', 'captured') then amount else 0 end`

export interface DonationTotals {
  count: number
  /** Paise of the successful donations. */
  amount: number
  monthAmount: number
  hasOtherCurrency: boolean
  donors: number
}

/** Returns the totals of all donations, and the amount of one month (`2026-11`). */
export async function readTotals(db: Db, month: string): Promise<DonationTotals> {
  const groups = await db
    .selectFrom('donation_totals')
    .select(['status', 'currency'])
    .select([
      sql<number>`cast(sum(count) as bigint)`.as('count'),
      sql<number>`cast(sum(${SUCCESSFUL_AMOUNT}) as bigint)`.as('amount'),
      sql<number>`cast(sum(case when period = ${month} then ${SUCCESSFUL_AMOUNT} else 0 end) as bigint)`.as(
        'monthAmount',
      ),
      sql<number>`(select donors from donation_totals_state)`.as('donors'),
    ])
    .where('unit', '=', 'month')
    .groupBy(['status', 'currency'])
    .execute()
  const totals = { count: 0, amount: 0, monthAmount: 0, hasOtherCurrency: false, donors: groups[0]?.donors ?? 0 }
  for (const { status, currency, count, amount, monthAmount } of groups) {
    totals.count += count
    if (!isSuccessful(status)) continue
    totals.amount += amount
    totals.monthAmount += monthAmount
    if (count > 0 && !isRupees(currency)) totals.hasOtherCurrency = true
  }
  return totals
}
