/** `month` is `YYYY-MM`, the amount in paise. */
export interface MonthAmount {
  month: string
  amount: number
}

/**
 * Orders months, adds 0 for each one between them, and keeps the newest `limit`. `isCut` tells whether
 * there are older ones. Leaves out what is no month.
 */
export function fillMonths(given: readonly MonthAmount[], limit: number): { months: MonthAmount[]; isCut: boolean } {
  const amounts = new Map(
    given.flatMap(({ month, amount }) => (isMonth(month) ? [[numberOf(month), amount] as const] : [])),
  )
  if (amounts.size === 0) return { months: [], isCut: false }
  const last = Math.max(...amounts.keys())
  const first = Math.min(...amounts.keys())
  const start = Math.max(first, last - limit + 1)
  const months = Array.from({ length: last - start + 1 }, (_, index) => ({
    month: monthOf(start + index),
    amount: amounts.get(start + index) ?? 0,
  }))
  return { months, isCut: start > first }
}

/** The widths of a chart for which its labels are chosen; see `month-chart.module.css`. */
export const CHART_WIDTHS = ['narrow', 'middle', 'wide'] as const
type ChartWidth = (typeof CHART_WIDTHS)[number]

/** At least so wide are the columns together, in rem, beside an axis of crores. */
export const COLUMNS_REM: Readonly<Record<ChartWidth, number>> = { narrow: 10, middle: 20, wide: 32 }
/** Room for the short name of any month, in rem. */
const LABEL_REM = 2.5
const STEPS = [1, 2, 3, 6, 12]

/** At which widths a month has a label, and a label with its year. */
export interface MonthLabel {
  labelAt: ChartWidth[]
  yearAt: ChartWidth[]
}

/**
 * As many labels as each width has room for: each month, each second, third or sixth, counted from
 * January. The first label and each January have the year.
 */
export function monthLabels(months: readonly string[]): MonthLabel[] {
  const labels = months.map((): MonthLabel => ({ labelAt: [], yearAt: [] }))
  for (const width of CHART_WIDTHS) {
    const step = STEPS.find((each) => (each * COLUMNS_REM[width]) / months.length >= LABEL_REM) ?? 12
    let isFirst = true
    for (const [index, month] of months.entries()) {
      const inYear = numberOf(month) % 12
      if (inYear % step !== 0) continue
      labels[index]?.labelAt.push(width)
      if (isFirst || inYear === 0) labels[index]?.yearAt.push(width)
      isFirst = false
    }
  }
  return labels
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
