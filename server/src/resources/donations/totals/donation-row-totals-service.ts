import { setImmediate } from 'node:timers/promises'
import type { DayRange } from '@sevadesk/contract/donations/period.ts'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import type { DonationConditions, MatchSums, ReceivedRange } from '../donation-conditions-store.ts'
import { isWithoutCollector } from '../donation-fields-store.ts'
import { ALL_TIME } from '../groups/donation-received-store.ts'
import { countRowsByPeriod, findFirstTime, sumRows } from './donation-row-totals-store.ts'
import { countByPeriod, type PeriodCount } from './donation-totals-store.ts'

/**
 * As `countByPeriod`, from the rows. Leaves the search out. Call it with a snapshot: it may read
 * several times.
 */
export async function countRows(
  snapshot: Db,
  unit: 'day' | 'month',
  conditions: DonationConditions,
): Promise<PeriodCount[]> {
  // Donations of one day may have been received in two months.
  const counts = new Map<string, number>()
  for await (const part of splitByMonth(snapshot, conditions)) {
    for (const { period, count } of await countRowsByPeriod(snapshot, unit, part)) {
      counts.set(period, (counts.get(period) ?? 0) + count)
    }
  }
  return [...counts].map(([period, count]) => ({ period, count })).sort((a, b) => (a.period < b.period ? -1 : 1))
}

/** As `sumRows`. Call it with a snapshot: it may read several times. */
export async function sumAllRows(snapshot: Db, conditions: DonationConditions): Promise<MatchSums> {
  const sums = { count: 0, successfulCount: 0, successfulAmount: 0 }
  for await (const part of splitByMonth(snapshot, conditions)) {
    const { count, successfulCount, successfulAmount } = await sumRows(snapshot, part)
    sums.count += count
    sums.successfulCount += successfulCount
    sums.successfulAmount += successfulAmount
  }
  return sums
}

/**
 * Yields conditions that together match the same donations, each once. Other calls run between two
 * of them. On SQLite each is of one month if no index has the field: one statement would look up
 * the gifts of all donations.
 */
async function* splitByMonth(snapshot: Db, conditions: DonationConditions): AsyncGenerator<DonationConditions> {
  if (isPostgres(snapshot) || !isWithoutCollector(conditions.fields)) return yield conditions
  const { received } = conditions
  const parts = received ? splitReceived(snapshot, received) : splitDays(snapshot, conditions)
  for await (const part of parts) {
    yield { ...conditions, ...part }
    await setImmediate()
  }
}

async function* splitDays(snapshot: Db, { status, days }: DonationConditions): AsyncGenerator<{ days: DayRange }> {
  const { from, to } = days ?? ALL_TIME
  const counts = await countByPeriod(snapshot, 'month', { status, days: undefined })
  const months = counts.map(({ period }) => period).filter((month) => month > from && month < to)
  let start = from
  for (const end of [...months, to]) {
    yield { days: { from: start, to: end } }
    start = end
  }
}

/** Skips months without donations: a range may have thousands. */
async function* splitReceived(snapshot: Db, range: ReceivedRange): AsyncGenerator<{ received: ReceivedRange }> {
  const months = monthsOf(range)
  let start = await findFirstTime(snapshot, range)
  while (start !== undefined) {
    const from = start
    const to = months.find((month) => month > from) ?? range.to
    yield { received: { from, to } }
    start = await findFirstTime(snapshot, { from: to, to: range.to })
  }
}

/** The months in UTC that a range touches. */
function monthsOf({ from, to }: ReceivedRange): string[] {
  const months: string[] = []
  for (
    let at = new Date(`${from.slice(0, MONTH_LENGTH)}-01`);
    at.toISOString() < to;
    at.setUTCMonth(at.getUTCMonth() + 1)
  )
    months.push(at.toISOString().slice(0, MONTH_LENGTH))
  return months
}

const MONTH_LENGTH = 'YYYY-MM'.length
