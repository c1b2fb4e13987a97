/** One page of a list. */
export interface Page<Row> {
  rows: readonly Row[]
  /** Rows on all pages. */
  total: number
  /** There are more rows than `total`. */
  isCapped: boolean
  /** From 1, never beyond the last page. */
  page: number
}
