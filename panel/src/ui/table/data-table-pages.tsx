import { Trans } from '@lingui/react/macro'
import type { Page } from '@sevadesk/contract/base/page.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { ErrorState, useRetry } from '../feedback/error-state.tsx'
import { Loading } from '../feedback/skeleton.tsx'
import { Count } from '../format/money.tsx'
import { type Column, DataTable, DataTableSkeleton, tableRowId } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { type IdentifiedRow, rowId } from './row-id.ts'

/** A page of a list and the state of its query. */
export interface TablePage<Row> extends Omit<Page<Row>, 'rows'> {
  /** `undefined` before the first response. */
  rows: readonly Row[] | undefined
  /** The rows are those of the previous page or search. */
  isOutdated: boolean
  error: Error | null
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface DataTablePagesProps<Row> {
  labels: {
    /** "Donations" */
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
  /** Rendered when there are no rows: an `EmptyState`. */
  empty: ReactNode
  leavingId?: string | undefined
}

/**
 * One page of a table with its pager, or its loading, empty or error state. Announces the number of
 * results.
 */
export function DataTablePages<Row extends IdentifiedRow>(props: DataTablePagesProps<Row>) {
  const { list, empty } = props
  return (
    <>
      {/* Always rendered: screen readers ignore a live region inserted together with its text. */}
      <div aria-live="polite">{isEmpty(list) ? empty : <ResultCount list={list} />}</div>
      <Pages {...props} />
    </>
  )
}

/** Also true after the last page's only row is deleted, until the previous page has loaded. */
function isLoading<Row>({ rows, total, isFetching, isPending }: TablePage<Row>): boolean {
  return isPending || (rows?.length === 0 && total > 0 && isFetching)
}

function isEmpty<Row>(list: TablePage<Row>): boolean {
  return list.rows?.length === 0 && !isLoading(list)
}

function ResultCount<Row>({ list }: { list: TablePage<Row> }) {
  if (!list.rows || isLoading(list)) return null
  return (
    <VisuallyHidden elementType="p">
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
    </VisuallyHidden>
  )
}

function Pages<Row extends IdentifiedRow>(props: DataTablePagesProps<Row>) {
  const { labels, columns, list, perPage, onPageChange, leavingId } = props
  const { rows, total, isCapped, page } = list
  const first = rows?.[0]
  const retry = useRetry(list, first && tableRowId(rowId(first)))
  const top = useScrollToTop(rows && page)
  const failure = useRestoreFocus(rows !== undefined)

  if (isLoading(list)) {
    return (
      <Loading label={labels.loading} isOnSkeletons>
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

/** Scrolls to the top of the list after a page change. Focus stays on the pager. */
function useScrollToTop(page: number | undefined) {
  const top = useRef<HTMLDivElement>(null)
  const lastPage = useRef(page)

  useEffect(() => {
    const isStep = lastPage.current !== undefined && page !== undefined && lastPage.current !== page
    lastPage.current = page ?? lastPage.current
    if (isStep && top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }, [page])

  return top
}

/** The pager disappears when a page fails to load. Focus then moves to the retry button. */
function useRestoreFocus(hasRows: boolean) {
  const failure = useRef<HTMLDivElement>(null)
  const hadRows = useRef(hasRows)

  useEffect(() => {
    const isLost = hadRows.current && failure.current && document.activeElement === document.body
    if (isLost) failure.current?.querySelector('button')?.focus()
    if (hasRows || failure.current) hadRows.current = hasRows
  })

  return failure
}
