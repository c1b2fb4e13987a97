import { useLingui } from '@lingui/react/macro'
import type { DonationGroup } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import type { Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import type { ReactNode } from 'react'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { MonthChart } from '../../ui/charts/month-chart.tsx'
import { useGroupName } from './field-names.ts'

export interface GroupChartProps {
  by: Grouping
  /** Groups with gifts in rupees. */
  rows: readonly DonationGroup[]
  /** The name of the table with the same figures. */
  table: string
  /** The table has other currencies or gifts in kind too. */
  leavesOut: boolean
  isBusy: boolean
}

interface ChartLimits {
  /** Smaller groups are added up in one more bar. */
  mostBars: number
  /** The month of today, which is not over. */
  currentMonth: string
}

/** The successful gifts in rupees of each group. */
export function GroupChart(props: GroupChartProps & ChartLimits): ReactNode {
  const { by, rows, table, leavesOut, isBusy, mostBars, currentMonth } = props
  const { t } = useLingui()
  const groupName = useGroupName()
  const label = t`Chart: ${table}. The same figures are in the table below.`
  const note = leavesOut ? t`The chart shows gifts in rupees alone.` : undefined
  if (by === 'month') {
    const amounts = rows.map(({ key, amount }) => ({ month: key ?? '', amount }))
    return <MonthChart label={label} amounts={amounts} currentMonth={currentMonth} note={note} isBusy={isBusy} />
  }
  const bars = rows.map(({ key, amount }) => ({
    id: key === null ? 'without' : `key-${key}`,
    name: groupName(by, key),
    amount,
  }))
  return <BarChart label={label} bars={bars} limit={mostBars} note={note} isBusy={isBusy} />
}
