import type { DonationGroup } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import type { Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { type DayRange, filterDays } from '@sevadesk/contract/donations/period.ts'
import { useTodayDate } from '../../../queries/use-today.ts'
import { useTrust } from '../../../ui/base/trust.tsx'
import type { MonthColumn } from '../../../ui/charts/month-chart.tsx'
import { useGroupName } from '../filters/field-names.ts'
import { fillMonths, type UnfinishedMonths, unfinishedMonths } from './chart-months.ts'
import { useFieldChoicesQuery } from './donation-group-queries.ts'
import { type LargestBars, largestBars } from './largest-bars.ts'

interface ColumnsOfMonths {
  months: MonthColumn[]
  unfinished: UnfinishedMonths
  /** There are older months. */
  isCut: boolean
}

/** What the chart of groups shows. */
export type GroupChartData = ColumnsOfMonths | LargestBars

/**
 * The gifts in rupees of each group. Undefined for fewer than two groups: there is nothing to
 * compare.
 */
export function useGroupChart(
  by: Grouping,
  filter: DonationFilter,
  rows: readonly DonationGroup[] = [],
): GroupChartData | undefined {
  const groupName = useGroupName()
  const unfinishedOf = useUnfinishedMonths(filter)
  const inRupees = rows.filter(({ amount }) => amount > 0)
  if (by === 'month') {
    const { months, isCut } = fillMonths(inRupees.map(({ key, amount }) => ({ month: key ?? '', amount })))
    if (months.filter(({ amount }) => amount > 0).length < 2) return undefined
    const unfinished = unfinishedOf(months.map(({ month }) => month))
    const isUnfinished = (month: string) => unfinished.inPart.includes(month) || month === unfinished.current
    return { months: months.map((each) => ({ ...each, isUnfinished: isUnfinished(each.month) })), unfinished, isCut }
  }
  if (inRupees.length < 2) return undefined
  const idOf = (key: string | null) => (key === null ? 'without' : `key-${key}`)
  return largestBars(inRupees.map(({ key, amount }) => ({ id: idOf(key), name: groupName(by, key), amount })))
}

/** The size of a chart, for its placeholder. */
export type ChartSize = 'months' | { bars: number; hasOthers: boolean }

export function chartSize(chart: GroupChartData): ChartSize {
  return 'months' in chart ? 'months' : { bars: chart.bars.length, hasOthers: chart.others !== undefined }
}

/** The likely size of a chart whose groups are not loaded. */
export function useExpectedChart(
  by: Grouping,
  filter: DonationFilter,
): { size: ChartSize; unfinished: UnfinishedMonths | undefined } | undefined {
  const today = useTodayDate()
  const { timeZone } = useTrust()
  const unfinishedOf = useUnfinishedMonths(filter)
  const choices = useFieldChoicesQuery().data
  if (by === 'month') {
    const days = chosenDays(filter, timeZone)
    const last = days && days.to <= today ? dayBefore(days.to) : today
    const ends = [days?.from ?? last, last].map((day) => day.slice(0, 'YYYY-MM'.length))
    if (days && ends[0] === ends[1]) return undefined
    return { size: 'months', unfinished: unfinishedOf([...new Set(ends)]) }
  }
  if (filter[by] !== undefined) return undefined
  const bars = Math.min(choices?.[by].length ?? EXPECTED_BARS, EXPECTED_BARS)
  return bars < 2 ? undefined : { size: { bars, hasOthers: false }, unfinished: undefined }
}

const EXPECTED_BARS = 5

function useUnfinishedMonths(filter: DonationFilter): (months: readonly string[]) => UnfinishedMonths {
  const { timeZone } = useTrust()
  const today = useTodayDate()
  return (months) => unfinishedMonths(months, chosenDays(filter, timeZone), today)
}

/** The days of a filter, half-open; undefined for all days. */
export function chosenDays({ period, from, to }: DonationFilter, timeZone: string): DayRange | undefined {
  return filterDays({ ...(period && { period }), ...(from && to && { from, to }) }, { now: Date.now(), timeZone })
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
