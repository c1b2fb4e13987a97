import { type ReactNode, useEffect, useRef } from 'react'
import { type Column, DataTable, DataTableSkeleton, tableRowId } from './data-table.tsx'
import { ErrorState } from './error-state.tsx'
import { Pager } from './pager.tsx'
import { Loading } from './skeleton.tsx'
import { useRetry } from './use-retry.ts'

/** A page of a list, and how far it has come. */
export interface TablePage<Row> {
  /** `undefined` before the first answer. */
  rows: readonly Row[] | undefined
  /** How many there are on all pages. */
  total: number
  /** There are more than `total`. */
  isCapped: boolean
  /** The page that this is, from 1; a page beyond the last is the last. */
  page: number
  /** The rows are those of the page or search before. */
  isOutdated: boolean
  error: Error | null
  /** Nothing can be shown yet. */
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface DataTablePagesProps<Row> {
  words: {
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
  /** More than the loading words, such as how far a long list has come. */
  progress?: ReactNode
  leavingId?: string | undefined
}

/** The rows of one page with the way to the others, or why there are none. */
export function DataTablePages<Row extends { id: string }>(props: DataTablePagesProps<Row>) {
  const { words, columns, list, perPage, onPageChange, empty, progress, leavingId } = props
  const { rows, total, isCapped, page } = list
  const first = rows?.[0]
  const retry = useRetry(list, first && tableRowId(first.id))
  const top = useTopOfPage(rows && page)

  if (list.isPending) {
    return (
      <Loading label={words.loading}>
        {progress}
        <DataTableSkeleton columns={columns} count={perPage} />
      </Loading>
    )
  }
  if (!rows) {
    const why = list.error?.message
    return <ErrorState title={words.fetchFailed} text={why} onRetry={retry} isRetrying={list.isFetching} />
  }
  if (rows.length === 0) return empty
  return (
    <div ref={top}>
      <DataTable label={words.table} columns={columns} rows={rows} isBusy={list.isOutdated} leavingId={leavingId} />
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
