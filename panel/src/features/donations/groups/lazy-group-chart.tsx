import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { GroupChartProps } from './group-chart.tsx'
import styles from './lazy-group-chart.module.css'
import { type ChartSize, chartSize } from './use-group-chart.ts'

/** Rejects if the code of the chart does not load. */
export const loadGroupChart = () => import('./group-chart.tsx').then(({ GroupChart: loaded }) => ({ default: loaded }))

/** After a script failed to load, browsers load it again only with the page. */
const GroupChart = lazy(() => loadGroupChart().catch(() => ({ default: MissingChart })))

/** The chart of groups, whose code is loaded when it is first shown. */
export function LazyGroupChart(props: GroupChartProps) {
  return (
    <div className={styles.chart}>
      <Suspense fallback={<ChartSkeleton size={chartSize(props.chart)} notes={props.notes} />}>
        <GroupChart {...props} />
      </Suspense>
    </div>
  )
}

/** The place of a chart whose groups are not loaded. */
export function ExpectedChart(props: { size: ChartSize; notes: ReactNode }) {
  return (
    <div className={styles.chart} aria-hidden="true">
      <ChartSkeleton {...props} />
    </div>
  )
}

/** As high as the chart with its notes, if each name of a bar fits on a line. */
export function ChartSkeleton({ size, notes }: { size: ChartSize; notes: ReactNode }) {
  const isOfMonths = size === 'months'
  const bars: CSSProperties = isOfMonths ? {} : Object.fromEntries([['--bars', size.bars]])
  return (
    <>
      <div
        className={styles.skeleton}
        data-of={isOfMonths ? 'months' : 'bars'}
        data-others={!isOfMonths && size.hasOthers}
        style={bars}
      >
        <Skeleton shape="chart" />
      </div>
      {notes}
    </>
  )
}

/** The table says the same. */
function MissingChart() {
  const { t } = useLingui()
  return <p className={styles.missing}>{t`Could not load the chart.`}</p>
}
