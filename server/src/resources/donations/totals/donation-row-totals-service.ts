import { setImmediate } from 'node:timers/promises'
import { NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import type { DonationConditions, MatchSums } from '../donation-conditions-store.ts'
import { countRowsByPeriod, sumRows } from './donation-row-totals-store.ts'
import { countByPeriod, type PeriodCount } from './donation-totals-store.ts'
import { daysOf } from './page-start.ts'

/** As `countByPeriod`, from the rows. Leaves the search out. */
export async function countRows(db: Db, unit: 'day' | 'month', conditions: DonationConditions): Promise<PeriodCount[]> {
  const counts: PeriodCount[] = []
  for await (const part of splitByMonth(db, conditions)) counts.push(...(await countRowsByPeriod(db, unit, part)))
  return counts
}

/** As `sumRows`. */
export async function sumAllRows(db: Db, conditions: DonationConditions): Promise<MatchSums> {
  const sums = { count: 0, successfulCount: 0, successfulAmount: 0 }
  for await (const part of splitByMonth(db, conditions)) {
    const { count, successfulCount, successfulAmount } = await sumRows(db, part)
    sums.count += count
    sums.successfulCount += successfulCount
    sums.successfulAmount += successfulAmount
  }
  return sums
}

/**
 * Yields conditions that together match the same donations, oldest first. Other calls run between two
 * of them. On SQLite they are those of a month each if no index has the field: one statement would
 * look up the gifts of all donations.
 */
async function* splitByMonth(db: Db, conditions: DonationConditions): AsyncGenerator<DonationConditions> {
  const { status, days = ALL_DAYS, received, fields = {} } = conditions
  const { purpose, institution, mode, collector } = fields
  const hasIndex = received ?? purpose ?? institution ?? mode
  if (isPostgres(db) || collector !== NO_VALUE || hasIndex !== undefined) return yield conditions
  for (const { period } of await countByPeriod(db, 'month', { status, days: undefined })) {
    const month = daysOf(period)
    const [from, to] = [max(days.from, month.from), min(days.to, month.to)]
    if (from >= to) continue
    yield { ...conditions, days: { from, to } }
    await setImmediate()
  }
}

const ALL_DAYS = { from: '', to: '9999-99' }
const max = (a: string, b: string) => (a > b ? a : b)
const min = (a: string, b: string) => (a < b ? a : b)
