import type { ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import { UNKNOWN } from '../format/money.tsx'
import { ClampedText } from '../layout/clamped-text.tsx'
import styles from './data-table.module.css'
import { withUniqueKeys } from './unique-keys.ts'

/** One column of a table, and on a small screen one line of a card. */
export interface Column<Row> {
  id: string
  /** Its head, which is the line's label on a card. */
  head: string
  /** Nothing, or an empty text, is a dash in the table and no line on a card. */
  cell: (row: Row) => ReactNode
  /** `title` names the row and heads the card; `actions` holds icon buttons, stands beside it and is not printed. */
  kind?: 'title' | 'actions' | undefined
  /** `end` for figures, so that they line up. */
  align?: 'end' | undefined
  /** At most two lines of a text; where some is cut, a press shows the whole. */
  isClamped?: boolean | undefined
  /** In per cent of the table, so that on a narrower screen all give way alike; columns without one share what is left. */
  width?: number | undefined
}

interface DataTableProps<Row> {
  /** What the rows are: "Donations". */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Other rows are on their way; these stay until they come. */
  isBusy?: boolean | undefined
  /** The row that is being deleted is dimmed. */
  leavingId?: string | undefined
}

// As cards the rows are laid out as no table, and some browsers then forget that they are one; so each part says what it is.
const TABLE = { role: 'table' }
const GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }
const HEAD = { role: 'columnheader', scope: 'col' }
const NAME = { role: 'rowheader', scope: 'row' }
const CELL = { role: 'cell' }

/** Rows under a head that stays in sight; where there is no room for columns, a card for each row. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, isBusy, leavingId } = props
  return (
    <div className={styles.frame}>
      <table {...TABLE} className={styles.table} aria-label={label} aria-busy={isBusy || undefined}>
        <thead {...GROUP} className={styles.heads}>
          <tr {...ROW}>
            {columns.map(({ id, head, kind, align, width }) => (
              <th
                key={id}
                {...HEAD}
                className={styles.head}
                data-align={align}
                data-print={kind === 'actions' ? 'no' : undefined}
                style={width === undefined ? undefined : { width: `${width}%` }}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...GROUP} className={styles.rows}>
          {withUniqueKeys(rows).map(([key, row]) => (
            <tr
              key={key}
              {...ROW}
              id={tableRowId(row.id)}
              className={styles.row}
              tabIndex={-1}
              data-leaving={row.id === leavingId || undefined}
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The table while its first rows are on their way. */
export function DataTableSkeleton<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `skeleton-${index}` }))
  const bones = columns.map(({ cell: _, ...column }) => ({ ...column, cell: () => <Skeleton /> }))
  return (
    <div aria-hidden="true">
      <DataTable label="" columns={bones} rows={rows} />
    </div>
  )
}

/** The id of a row in the page, for focus to come back to. */
export function tableRowId(id: string): string {
  return `row-${id}`
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const { head, kind, align, isClamped } = column
  const isEmpty = children === null || children === undefined || children === '' || children === UNKNOWN
  const shown = isClamped && typeof children === 'string' ? <ClampedText text={children} /> : children
  const shared = { className: styles.cell, 'data-kind': kind, 'data-align': align, 'data-empty': isEmpty || undefined }
  const content = <div className={styles.content}>{isEmpty ? UNKNOWN : shown}</div>
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
