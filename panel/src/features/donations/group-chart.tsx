import { useLingui } from '@lingui/react/macro'
import type { DonationGroup } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import type { Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import type { ReactNode } from 'react'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { MonthChart } from '../../ui/charts/month-chart.tsx'
import { useValueName } from './field-names.ts'
import { useToday } from './gift-queries.ts'

interface GroupChartProps {
  by: Grouping
  rows: readonly DonationGroup[]
  /** The name of the table with the same figures. */
  table: string
  /** The table has other currencies or gifts in kind too. */
  leavesOut: boolean
  isBusy: boolean
}

/** The successful gifts in rupees of each group. */
export function GroupChart({ by, rows, table, leavesOut, isBusy }: GroupChartProps): ReactNode {
  const { t } = useLingui()
  const valueName = useValueName()
  const currentMonth = useToday().slice(0, 'YYYY-MM'.length)
  const label = t`Chart: ${table}. The same figures are in the table below.`
  const note = leavesOut ? t`The chart shows gifts in rupees alone.` : undefined
  if (by === 'month') {
    const amounts = rows.map(({ key, amount }) => ({ month: key ?? '', amount: Math.max(0, amount) }))
    return <MonthChart label={label} amounts={amounts} currentMonth={currentMonth} note={note} isBusy={isBusy} />
  }
  const bars = rows.map(({ key, amount }) => ({
    id: key === null ? 'without' : `key-${key}`,
    name: valueName(by, key),
    amount: Math.max(0, amount),
  }))
  return <BarChart label={label} bars={bars} note={note} isBusy={isBusy} />
}
