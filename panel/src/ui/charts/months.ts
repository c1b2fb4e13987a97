/** The widths of a chart for which its labels are chosen; see `month-chart.module.css`. */
export const CHART_WIDTHS = ['narrow', 'middle', 'wide'] as const
type ChartWidth = (typeof CHART_WIDTHS)[number]

/** Minimum width of all columns, in rem, when the axis shows crores. */
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
      const inYear = Number(month.slice('YYYY-'.length)) - 1
      if (inYear % step !== 0) continue
      labels[index]?.labelAt.push(width)
      if (isFirst || inYear === 0) labels[index]?.yearAt.push(width)
      isFirst = false
    }
  }
  return labels
}
