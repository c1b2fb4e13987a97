import { useLingui } from '@lingui/react/macro'
import type { Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { useEffect } from 'react'
import FileDown from '~icons/lucide/file-down'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/skeleton.tsx'
import { useRetry } from '../../ui/feedback/use-retry.ts'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/table/data-table.tsx'
import { useGroupColumns } from './donation-group-columns.tsx'
import { useDonationGroups, useFieldChoicesQuery } from './donation-group-queries.ts'
import styles from './donation-groups.module.css'
import { useFieldLabels } from './field-names.ts'
import { useGroupFile } from './group-file.ts'
import { LazyGroupChart, loadGroupChart, MonthChartSkeleton } from './lazy-group-chart.tsx'

interface DonationGroupsProps {
  by: Grouping
  filter: DonationFilter
}

/** A chart and a table of sums in place of the list. Each row of the table leads to its donations. */
export function DonationGroups({ by, filter }: DonationGroupsProps) {
  const { t } = useLingui()
  const groups = useDonationGroups(by, filter)
  const { data, isPlaceholderData } = groups
  const query = useWithNames(by, groups)
  const { error, isPending, isFetching } = query
  const retry = useRetry(query, undefined)
  const columns = useGroupColumns(by, filter, data?.total)
  const saveFile = useGroupFile(by)
  const groupedBy = useFieldLabels()[by]
  const label = t`Donations by ${groupedBy}`
  useEffect(() => void loadGroupChart().catch(() => {}), [])

  if (isPending) {
    return (
      <Loading label={t`Loading...`}>
        {by === 'month' && <MonthChartSkeleton hasNote={false} />}
        <DataTableSkeleton columns={columns} count={5} />
      </Loading>
    )
  }
  if (!data || error) {
    return (
      <ErrorState title={t`Could not load the groups.`} text={error?.message} onRetry={retry} isRetrying={isFetching} />
    )
  }
  if (data.rows.length === 0) {
    return (
      <EmptyState
        picture={<LedgerPicture />}
        title={t`No donations found for this filter.`}
        text={t`Groups count successful donations alone.`}
      />
    )
  }
  const inRupees = data.rows.filter(({ amount }) => amount > 0)
  const isComparable = inRupees.length > 1
  const rows = data.rows.map((row) => ({ id: row.key === null ? 'without' : `key-${row.key}`, isTotal: false, ...row }))
  const isInListToo = data.total.otherCurrencies.length > 0 || data.total.inKind > 0
  return (
    <>
      <h2 className={styles.heading}>{label}</h2>
      <div className={styles.note}>
        <p>{t`Successful donations, by the day on which the money was received. Refunds in part are not taken off.`}</p>
        {isInListToo && (
          <p>{t`The line above the list counts gifts in kind too, and adds other currencies as if they were rupees.`}</p>
        )}
        <Button
          variant="quiet"
          icon={<FileDown aria-hidden="true" />}
          onClick={() => saveFile(data)}
        >{t`Save this table (CSV)`}</Button>
      </div>
      {isComparable && (
        <LazyGroupChart by={by} rows={inRupees} table={label} leavesOut={isInListToo} isBusy={isPlaceholderData} />
      )}
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        total={{ id: 'total', isTotal: true, key: null, ...data.total }}
        isBusy={isPlaceholderData}
      />
    </>
  )
}

/** Entries of lists have their names from another call: without them all would be called unknown. */
function useWithNames(by: Grouping, groups: ReturnType<typeof useDonationGroups>) {
  const choices = useFieldChoicesQuery()
  if (by !== 'purpose' && by !== 'institution') return { ...groups, error: groups.data ? null : groups.error }
  const queries = [groups, choices]
  return {
    isPending: queries.some(({ isPending }) => isPending),
    isFetching: queries.some(({ isFetching }) => isFetching),
    error: queries.find(({ data }) => !data)?.error ?? null,
    refetch: () => Promise.all(queries.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}
