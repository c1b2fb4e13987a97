import type { Page } from '@sevadesk/contract/base/page.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { dataOf } from '../api/read-response.ts'
import { isRecord } from '../api/records/fields.ts'
import { readList } from '../api/records/record-list.ts'
import type { TablePage } from '../ui/table/data-table-pages.tsx'
import { type IdentifiedRow, rowId } from '../ui/table/row-id.ts'

export function tablePage<Row>(
  { error, isPending, isFetching, isPlaceholderData, refetch }: UseQueryResult<unknown>,
  { rows, total = 0, isCapped = false, page = 1 }: Partial<Page<Row>> = {},
): TablePage<Row> {
  return { rows, total, isCapped, page, isOutdated: isPlaceholderData, error, isPending, isFetching, refetch }
}

/** Cuts a page from a whole list. A page beyond the end becomes the last one. */
export function slicePage<Row>(
  matches: readonly Row[] | undefined,
  wanted: number,
  perPage: number,
): Page<Row> | undefined {
  if (!matches) return undefined
  const page = Math.max(1, Math.min(wanted, Math.ceil(matches.length / perPage)))
  return { rows: matches.slice((page - 1) * perPage, page * perPage), total: matches.length, isCapped: false, page }
}

/** The page without a deleted row, until it is fetched again. */
export function withoutRow<Row extends IdentifiedRow>(page: Page<Row>, id: string): Page<Row> {
  const rows = page.rows.filter((row) => rowId(row) !== id)
  return rows.length === page.rows.length ? page : { ...page, rows, total: page.total - 1 }
}

/** A page of a call beyond the specification. Throws ApiError if there is no list. */
export function toPage<Row>(response: { data: Row[]; total?: number; isCapped?: boolean; page?: number }): Page<Row> {
  const rows = dataOf(response)
  if (!Array.isArray(rows)) throw new ApiError({ kind: 'bad-response', status: 200 })
  const { total = rows.length, isCapped = false, page = 1 } = response
  return { rows, total, isCapped, page }
}

/** Reads one page of a list from any backend. Throws ApiError if there is no list. */
export function readPage<Row>(
  response: unknown,
  wanted: number,
  read: (fields: Record<string, unknown>, index: number) => Row,
): Page<Row> {
  const rows = readList(response).map(read)
  const { total, page, isCapped } = isRecord(response) ? response : {}
  return {
    rows,
    total: isCount(total) ? total : rows.length,
    isCapped: isCapped === true,
    page: isCount(page) && page > 0 ? page : wanted,
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
