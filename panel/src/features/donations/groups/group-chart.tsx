import type { ReactNode } from 'react'
import { BarChart } from '../../../ui/charts/bar-chart.tsx'
import { MonthChart } from '../../../ui/charts/month-chart.tsx'
import type { GroupChartData } from './use-group-chart.ts'

export interface GroupChartProps {
  chart: GroupChartData
  /** Says what the chart shows, and where the same figures are as text. */
  label: string
  isBusy: boolean
  notes: ReactNode
}

/** The successful gifts in rupees of each group. */
export function GroupChart({ chart, label, isBusy, notes }: GroupChartProps): ReactNode {
  return (
    <>
      {'months' in chart ? (
        <MonthChart label={label} months={chart.months} isBusy={isBusy} />
      ) : (
        <BarChart label={label} bars={chart.bars} others={chart.others} isBusy={isBusy} />
      )}
      {notes}
    </>
  )
}
