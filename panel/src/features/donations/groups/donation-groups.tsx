import { useLingui } from '@lingui/react/macro'
import { CSV_BOM, csvLine, quoted, textCell } from '@sevadesk/contract/base/csv.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { rupees } from '@sevadesk/contract/donations/donation-csv.ts'
import type { DonationGroup, GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import { type Grouping, NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import FileDown from '~icons/lucide/file-down'
import { Button } from '../../../ui/base/button.tsx'
import { useTrust } from '../../../ui/base/trust.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState, useRetry } from '../../../ui/feedback/error-state.tsx'
import { formatMonth } from '../../../ui/format/date-time.tsx'
import { Count, Money } from '../../../ui/format/money.tsx'
import { LedgerPicture } from '../../../ui/pictures/illustration.tsx'
import { amountColumn } from '../../../ui/table/amount-column.tsx'
import { type Column, DataTable, DataTableSkeleton } from '../../../ui/table/data-table.tsx'
import { useFieldLabels, useGroupName } from '../filters/field-names.ts'
import { MOST_MONTHS, type UnfinishedMonths } from './chart-months.ts'
import chartNotesStyles from './chart-notes.module.css'
import {
  type DonationGroups as Groups,
  saveGroupFile,
  useDonationGroups,
  useFieldChoicesQuery,
} from './donation-group-queries.ts'
import styles from './donation-groups.module.css'
import { ExpectedChart, LazyGroupChart, loadGroupChart } from './lazy-group-chart.tsx'
import { chosenDays, dayBefore, useExpectedChart, useGroupChart } from './use-group-chart.ts'

interface DonationGroupsProps {
  by: Grouping
  filter: DonationFilter
}

/** A chart and a table of sums in place of the list. Each row of the table leads to its list. */
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
  const chart = useGroupChart(by, filter, data?.rows)
  const expected = useExpectedChart(by, filter)
  useEffect(() => void loadGroupChart().catch(() => {}), [])

  if (isPending) {
    return (
      <>
        <Heading label={label} isInListToo={false} />
        <p role="status">{t`Loading...`}</p>
        {expected && (
          <ExpectedChart size={expected.size} notes={<ChartNotes unfinished={expected.unfinished} isHidden />} />
        )}
        <DataTableSkeleton columns={columns} count={5} />
      </>
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
  const rows = data.rows.map((row) => ({ id: row.key === null ? 'without' : `key-${row.key}`, isTotal: false, ...row }))
  const isInListToo = data.total.otherCurrencies.length > 0 || data.total.inKind > 0
  return (
    <>
      <Heading label={label} isInListToo={isInListToo} onSave={() => saveFile(data)} />
      {chart && (
        <LazyGroupChart
          chart={chart}
          label={t`Chart: ${label}. The table below has all figures.`}
          isBusy={isPlaceholderData}
          notes={<ChartNotes {...('months' in chart && chart)} leavesOut={isInListToo} />}
        />
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

interface HeadingProps {
  label: string
  /** The list has other currencies or gifts in kind too. */
  isInListToo: boolean
  /** Undefined while the table loads. */
  onSave?: () => void
}

function Heading({ label, isInListToo, onSave }: HeadingProps) {
  const { t } = useLingui()
  return (
    <>
      <h2 className={styles.heading}>{label}</h2>
      <div className={styles.note}>
        <p>{t`Successful donations, by the day on which the money was received. Refunds in part are not taken off; a lost dispute is, on its day.`}</p>
        {isInListToo && (
          <p>{t`The line above the list counts gifts in kind too, and adds other currencies as if they were rupees.`}</p>
        )}
        <Button
          variant="quiet"
          icon={<FileDown aria-hidden="true" />}
          disabled={!onSave}
          onClick={onSave}
        >{t`Save this table (CSV)`}</Button>
      </div>
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

/** Saves the table as a CSV file in the language of the panel, with the totals as its last line. */
function useGroupFile(by: Grouping): (groups: Groups) => void {
  const { t } = useLingui()
  const { timeZone } = useTrust()
  const label = useFieldLabels()[by]
  const groupName = useGroupName()
  return ({ rows, total }) => {
    const currencies = total.otherCurrencies.map(({ currency }) => currency)
    const heads = [
      label,
      t`Gifts`,
      t`Amount (₹)`,
      ...currencies.flatMap((currency) => [t`Gifts (${currency})`, t`Amount (${currency})`]),
      t`Gifts in kind`,
    ]
    const lineOf = (name: string, sums: GroupSums) =>
      csvLine([
        textCell(name),
        String(sums.count),
        rupees(sums.amount),
        ...currencies.flatMap((currency) => {
          const other = sums.otherCurrencies.find((entry) => entry.currency === currency)
          return [String(other?.count ?? 0), rupees(other?.amount ?? 0)]
        }),
        String(sums.inKind),
      ])
    const lines = rows.map((row) => lineOf(groupName(by, row.key), row))
    const text = [CSV_BOM, csvLine(heads.map(quoted)), ...lines, lineOf(t`Total`, total)].join('')
    saveGroupFile(text, `donations-by-${by}-${zonedDate(Date.now(), timeZone)}.csv`)
  }
}

interface ChartNotesProps {
  unfinished?: UnfinishedMonths | undefined
  /** There are older months. */
  isCut?: boolean
  /** The table has other currencies or gifts in kind too. */
  leavesOut?: boolean
  /** Keeps the place of the notes while the groups load. */
  isHidden?: boolean
}

/** Quiet lines below a chart, which are read. */
function ChartNotes({ unfinished, isCut, leavesOut, isHidden }: ChartNotesProps) {
  const { t, i18n } = useLingui()
  const [first, last] = (unfinished?.inPart ?? []).map((month) => formatMonth(month, i18n.locale))
  const current = unfinished?.current && formatMonth(unfinished.current, i18n.locale)
  return (
    <div className={chartNotesStyles.notes} data-hidden={isHidden}>
      {first && (
        <MonthNote>{last ? t`${first} and ${last} are shown in part.` : t`${first} is shown in part.`}</MonthNote>
      )}
      {current && <MonthNote>{t`${current} is not over yet.`}</MonthNote>}
      {isCut && <p>{t`The chart shows the latest ${MOST_MONTHS} months. The table shows all.`}</p>}
      {leavesOut && <p>{t`The chart shows gifts in rupees alone.`}</p>}
    </div>
  )
}

/** With a sample of the column of an unfinished month. */
function MonthNote({ children }: { children: ReactNode }) {
  return (
    <p className={chartNotesStyles.note}>
      <svg className={chartNotesStyles.sample} aria-hidden="true">
        <rect className={chartNotesStyles.column} width="100%" height="100%" />
      </svg>
      {children}
    </p>
  )
}

/** A row of the table. */
interface GroupRow extends DonationGroup {
  id: string
  isTotal: boolean
}

/** Leaves out columns that no row of the table would fill. */
function useGroupColumns(by: Grouping, filter: DonationFilter, total: GroupSums | undefined): Column<GroupRow>[] {
  const { t } = useLingui()
  const labels = useFieldLabels()
  const groupName = useGroupName()
  const others: Column<GroupRow> = {
    id: 'others',
    head: t`Other currencies`,
    align: 'end',
    width: 20,
    cell: ({ otherCurrencies }) => (otherCurrencies.length > 0 ? <OtherCurrencies sums={otherCurrencies} /> : null),
  }
  const inKind: Column<GroupRow> = {
    id: 'in-kind',
    head: t`Gifts in kind`,
    align: 'end',
    width: 14,
    cell: (row) => (row.inKind > 0 ? <Count value={row.inKind} /> : null),
  }
  return [
    {
      id: 'name',
      head: labels[by],
      kind: 'title',
      cell: ({ isTotal, key }) => {
        if (isTotal) return t`Total`
        const name = groupName(by, key)
        // No link: in the filter, NO_VALUE means gifts without a value in this field.
        if (key === NO_VALUE) return name
        return <GroupLink name={name} by={by} value={key} filter={filter} />
      },
    },
    { id: 'count', head: t`Gifts`, align: 'end', width: 14, cell: ({ count }) => <Count value={count} /> },
    amountColumn(t`Amount`, 24),
    ...(total?.otherCurrencies.length ? [others] : []),
    ...(total?.inKind ? [inKind] : []),
  ]
}

function OtherCurrencies({ sums }: { sums: GroupSums['otherCurrencies'] }) {
  return (
    <span className={styles.others}>
      {sums.map(({ currency, count, amount }) => (
        <span key={currency}>
          <Count value={count} /> · <Money amount={amount} currency={currency} />
        </span>
      ))}
    </span>
  )
}

interface GroupLinkProps {
  name: string
  by: Grouping
  value: string | null
  filter: DonationFilter
}

/** Leads to the list of the group's donations. */
function GroupLink({ name, by, value, filter }: GroupLinkProps) {
  const { timeZone } = useTrust()
  const { period = 'all', from } = filter
  const group =
    by === 'month'
      ? { ...monthSearch(value ?? '', filter, timeZone), dayOf: 'receipt' }
      : { [by]: value ?? NO_VALUE, dayOf: period === 'all' && !from ? undefined : 'receipt' }
  const link = useLinkProps({
    to: '.',
    search: (others: object) => ({ ...others, status: 'authorized', group: undefined, page: undefined, ...group }),
  })
  return (
    <a href={link.href} onClick={link.onClick}>
      {name}
    </a>
  )
}

/** The days of the month that the filter has too. */
function monthSearch(month: string, filter: DonationFilter, timeZone: string) {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const chosen = chosenDays(filter, timeZone)
  const first = `${month}-01`
  const lastChosen = chosen && dayBefore(chosen.to)
  return {
    period: undefined,
    from: chosen && chosen.from > first ? chosen.from : first,
    to: lastChosen && lastChosen < last ? lastChosen : last,
  }
}
