import { Trans } from '@lingui/react/macro'
import type { Page } from '@sevadesk/contract/page.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorState } from '../feedback/error-state.tsx'
import { Loading } from '../feedback/skeleton.tsx'
import { useRetry } from '../feedback/use-retry.ts'
import { Count } from '../format/money.tsx'
import { type Column, DataTable, DataTableSkeleton, tableRowId } from './data-table.tsx'
import styles from './data-table-pages.module.css'
import { Pager } from './pager.tsx'

/** A page of a list and the state of its query. */
export interface TablePage<Row> extends Omit<Page<Row>, 'rows'> {
  /** `undefined` before the first response. */
  rows: readonly Row[] | undefined
  /** The rows are those of the page or search before. */
  isOutdated: boolean
  error: Error | null
  /** Nothing can be shown yet. */
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface DataTablePagesProps<Row> {
  labels: {
    /** What the rows are: "Donations". */
    table: string
    /** "Loading..." */
    loading: string
    /** "Failed to fetch users" */
    fetchFailed: string
  }
  columns: readonly Column<Row>[]
  list: TablePage<Row>
  perPage: number
  onPageChange: (page: number) => void
  /** What stands there when there are no rows: an `EmptyState`. */
  empty: ReactNode
  /** More than the loading labels, such as how far a long list has come. */
  progress?: ReactNode
  leavingId?: string | undefined
}

/** The rows of one page with the way to the others, or why there are none. What was found is told to those who listen. */
export function DataTablePages<Row extends { id: string }>(props: DataTablePagesProps<Row>) {
  const { list, empty } = props
  return (
    <>
      {/* It stays while table and sentence come and go; what is told by one that comes with its labels is not heard. */}
      <div aria-live="polite">{isEmpty(list) ? empty : <Found list={list} />}</div>
      <Pages {...props} />
    </>
  )
}

/** Rows that are gone from the last page leave others on the page before, which is on its way. */
function isAwaited<Row>({ rows, total, isFetching, isPending }: TablePage<Row>): boolean {
  return isPending || (rows?.length === 0 && total > 0 && isFetching)
}

function isEmpty<Row>(list: TablePage<Row>): boolean {
  return list.rows?.length === 0 && !isAwaited(list)
}

function Found<Row>({ list }: { list: TablePage<Row> }) {
  if (!list.rows || isAwaited(list)) return null
  return (
    <p className={styles.heard}>
      {list.isCapped ? (
        <Trans>
          Found: <Count value={list.total} />
          +, page <Count value={list.page} />
        </Trans>
      ) : (
        <Trans>
          Found: <Count value={list.total} />, page <Count value={list.page} />
        </Trans>
      )}
    </p>
  )
}

function Pages<Row extends { id: string }>(props: DataTablePagesProps<Row>) {
  const { labels, columns, list, perPage, onPageChange, progress, leavingId } = props
  const { rows, total, isCapped, page } = list
  const first = rows?.[0]
  const retry = useRetry(list, first && tableRowId(first.id))
  const top = useTopOfPage(rows && page)
  const failure = useLostFocus(rows !== undefined)

  if (isAwaited(list)) {
    return (
      <Loading label={labels.loading}>
        {progress}
        <DataTableSkeleton columns={columns} count={perPage} />
      </Loading>
    )
  }
  if (!rows) {
    const why = list.error?.message
    return (
      <div ref={failure}>
        <ErrorState title={labels.fetchFailed} text={why} onRetry={retry} isRetrying={list.isFetching} />
      </div>
    )
  }
  if (rows.length === 0) return null
  return (
    <div ref={top}>
      <DataTable label={labels.table} columns={columns} rows={rows} isBusy={list.isOutdated} leavingId={leavingId} />
      <Pager page={page} total={total} isCapped={isCapped} perPage={perPage} onPageChange={onPageChange} />
    </div>
  )
}

/** After a step to another page the list shows its beginning again; the button that made the step keeps focus. */
function useTopOfPage(page: number | undefined) {
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(page)

  useEffect(() => {
    const isStep = shown.current !== undefined && page !== undefined && shown.current !== page
    shown.current = page ?? shown.current
    if (isStep && top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }, [page])

  return top
}

/** The pager goes when a page cannot be had; focus that was on it goes to the button that takes its place. */
function useLostFocus(hasRows: boolean) {
  const failure = useRef<HTMLDivElement>(null)
  const hadRows = useRef(hasRows)

  useEffect(() => {
    const isLost = hadRows.current && failure.current && document.activeElement === document.body
    if (isLost) failure.current?.querySelector('button')?.focus()
    if (hasRows || failure.current) hadRows.current = hasRows
  })

  return failure
}
