import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, lazy, Suspense, useState } from 'react'
import { useTodayDate } from '../../queries/use-today.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { GroupChartProps } from './group-chart.tsx'
import styles from './lazy-group-chart.module.css'

const MOST_BARS = 10

/** Rejects if the code of the chart does not load. */
export const loadGroupChart = () => import('./group-chart.tsx').then(({ GroupChart: loaded }) => ({ default: loaded }))

let currentChart = lazyChart()

/** After a failure, a later visit tries again. */
function lazyChart() {
  return lazy(() =>
    loadGroupChart().catch(() => {
      currentChart = lazyChart()
      return { default: MissingChart }
    }),
  )
}

/** The chart of groups, whose code is loaded when it is first shown. */
export function LazyGroupChart(props: GroupChartProps) {
  const [GroupChart] = useState(() => currentChart)
  const { by, rows, leavesOut } = props
  const currentMonth = useTodayDate().slice(0, 'YYYY-MM'.length)
  const isUnfinished = by === 'month' && rows.some(({ key }) => key === currentMonth)
  const placeholder =
    by === 'month' ? (
      <MonthChartSkeleton hasNote={leavesOut || isUnfinished} />
    ) : (
      <ChartSkeleton bars={Math.min(rows.length, MOST_BARS + 1)} hasNote={leavesOut} />
    )
  return (
    <div className={styles.chart}>
      <Suspense fallback={placeholder}>
        <GroupChart {...props} mostBars={MOST_BARS} currentMonth={currentMonth} />
      </Suspense>
    </div>
  )
}

/** As high as the chart of months. */
export function MonthChartSkeleton({ hasNote }: { hasNote: boolean }) {
  return <ChartSkeleton bars={0} hasNote={hasNote} />
}

/** As high as a chart of so many bars, with or without a line below it; of months if there are none. */
function ChartSkeleton({ bars, hasNote }: { bars: number; hasNote: boolean }) {
  const count: CSSProperties = Object.fromEntries([['--bars', bars]])
  return (
    <div className={styles.skeleton} data-of={bars === 0 ? 'months' : 'bars'} data-note={hasNote} style={count}>
      <Skeleton shape="chart" />
    </div>
  )
}

/** The table says the same. */
function MissingChart() {
  const { t } = useLingui()
  return <p className={styles.missing}>{t`Could not load the chart.`}</p>
}
