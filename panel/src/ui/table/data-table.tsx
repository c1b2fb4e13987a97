import type { CSSProperties, ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import { UNKNOWN } from '../format/money.tsx'
import { ClampedText } from '../layout/clamped-text.tsx'
import styles from './data-table.module.css'
import { type IdentifiedRow, rowId, withUniqueKeys } from './row-id.ts'
import { type ColumnSorting, SortButton } from './sort-button.tsx'

/** A column of the table, and a line of a card on small screens. */
export interface Column<Row> {
  id: string
  /** The column header, and the line's label on a card. */
  head: string
  /** Empty content shows a dash in the table, and hides the line on a card. */
  cell: (row: Row) => ReactNode
  /**
   * `title` is the row header; `figure` is large and first on a card; `actions` holds icon buttons
   * and is not printed.
   */
  kind?: 'title' | 'figure' | 'actions' | undefined
  /** `end` for numbers. */
  align?: 'end' | undefined
  /** The header becomes a button. Cards have no headers: their page needs a `FilterSelect`. */
  sorting?: ColumnSorting | undefined
  /** At most two lines of text; see `ClampedText`. */
  isClamped?: boolean | undefined
  /** Per cent of the table, or a length. Columns without a width share the rest. */
  width?: number | `${number}rem` | undefined
}

interface DataTableProps<Row> {
  /** "Donations" */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The sums of the rows, below them. */
  total?: Row | undefined
  /** New rows are loading; these are outdated. */
  isBusy?: boolean | undefined
  /** Id of the row that is being deleted. */
  leavingId?: string | undefined
}

// Some browsers drop the table semantics when CSS lays the rows out as cards, so each part has a
// role.
const TABLE = { role: 'table' }
const GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }
const HEAD = { role: 'columnheader', scope: 'col' }
const NAME = { role: 'rowheader', scope: 'row' }
const CELL = { role: 'cell' }

/** A table with a sticky header; cards on small screens. */
export function DataTable<Row extends IdentifiedRow>(props: DataTableProps<Row>) {
  const { label, columns, rows, total, isBusy, leavingId } = props
  return (
    <div className={styles.frame}>
      <table {...TABLE} className={styles.table} aria-label={label} aria-busy={isBusy || undefined}>
        <thead {...GROUP} className={styles.heads}>
          <tr {...ROW}>
            {columns.map(({ id, head, kind, align, width, sorting }) => (
              <th
                key={id}
                {...HEAD}
                className={styles.head}
                data-align={align}
                data-print={kind === 'actions' ? 'no' : undefined}
                aria-sort={sorting?.direction}
                style={width === undefined ? undefined : columnWidth(width)}
              >
                {sorting ? <SortButton head={head} sorting={sorting} /> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...GROUP} className={styles.rows}>
          {withUniqueKeys(rows).map(([key, row]) => (
            <tr
              key={key}
              {...ROW}
              id={tableRowId(rowId(row))}
              className={styles.row}
              tabIndex={-1}
              data-leaving={rowId(row) === leavingId || undefined}
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot {...GROUP} className={styles.total}>
            <tr {...ROW} className={styles.row}>
              {columns.map((column) => (
                <Cell key={column.id} column={column}>
                  {column.cell(total)}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** A custom property, which a page's print styles can override. */
function columnWidth(width: number | string): CSSProperties {
  return Object.fromEntries([['--column-width', typeof width === 'number' ? `${width}%` : width]])
}

export function DataTableSkeleton<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `skeleton-${index}` }))
  const bones = columns.map(({ cell: _, sorting: __, ...column }) => ({ ...column, cell: () => <Skeleton /> }))
  return (
    <div aria-hidden="true" className={styles.skeleton}>
      <DataTable label="" columns={bones} rows={rows} />
    </div>
  )
}

/** The DOM id of a row. */
export function tableRowId(id: string): string {
  return `row-${id}`
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const { head, kind, align, isClamped } = column
  const isEmpty = children === null || children === undefined || children === '' || children === UNKNOWN
  const value = isClamped && typeof children === 'string' ? <ClampedText text={children} /> : children
  const shared = { className: styles.cell, 'data-kind': kind, 'data-align': align, 'data-empty': isEmpty || undefined }
  const content = <div className={styles.content}>{isEmpty ? UNKNOWN : value}</div>
  if (kind === 'title') {
    return (
      <th {...NAME} {...shared}>
        {content}
      </th>
    )
  }
  return (
    <td {...CELL} {...shared} data-label={head} data-print={kind === 'actions' ? 'no' : undefined}>
      {content}
    </td>
  )
}
