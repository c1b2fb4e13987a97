import type { DayRange } from '@sevadesk/contract/donations/period.ts'

/** Two years, so that a month stands beside the same one of the year before. */
export const MOST_MONTHS = 24

/** `month` is `YYYY-MM`, the amount in paise. */
export interface MonthAmount {
  month: string
  amount: number
}

/**
 * Orders months, adds 0 for each one between them, and keeps the newest `MOST_MONTHS`. `isCut`
 * tells whether there are older ones. Ignores invalid months.
 */
export function fillMonths(given: readonly MonthAmount[]): { months: MonthAmount[]; isCut: boolean } {
  const amounts = new Map(
    given.flatMap(({ month, amount }) => (isMonth(month) ? [[numberOf(month), amount] as const] : [])),
  )
  if (amounts.size === 0) return { months: [], isCut: false }
  const last = Math.max(...amounts.keys())
  const first = Math.min(...amounts.keys())
  const start = Math.max(first, last - MOST_MONTHS + 1)
  const months = Array.from({ length: last - start + 1 }, (_, index) => ({
    month: monthOf(start + index),
    amount: amounts.get(start + index) ?? 0,
  }))
  return { months, isCut: start > first }
}

export interface UnfinishedMonths {
  /**
   * Months of which some days until today are not chosen: the first, the last, or one that is both.
   */
  inPart: string[]
  /** The month of today, if its days so far are chosen. */
  current: string | undefined
}

/** Finds the months that are not complete. `days` are chosen and half-open; undefined for all. */
export function unfinishedMonths(
  months: readonly string[],
  days: DayRange | undefined,
  today: string,
): UnfinishedMonths {
  const isInPart = (month: string) =>
    days !== undefined && (isWithin(days.from, month) || (isWithin(days.to, month) && days.to <= today))
  const inPart = months.filter(isInPart)
  return { inPart, current: months.find((month) => today.startsWith(month) && !inPart.includes(month)) }
}

/** Whether days that start or end with `day` split the month. */
function isWithin(day: string, month: string): boolean {
  return day.startsWith(month) && day !== `${month}-01`
}

function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
}

/** Counts months from the year 0. */
function numberOf(month: string): number {
  const [year = 0, inYear = 1] = month.split('-').map(Number)
  return year * 12 + inYear - 1
}

function monthOf(number: number): string {
  const [year, inYear] = [Math.floor(number / 12), (number % 12) + 1]
  return `${String(year).padStart(4, '0')}-${String(inYear).padStart(2, '0')}`
}
