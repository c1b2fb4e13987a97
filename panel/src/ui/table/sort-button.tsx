import ArrowDown from '~icons/lucide/arrow-down'
import ArrowUp from '~icons/lucide/arrow-up'
import ArrowUpDown from '~icons/lucide/arrow-up-down'
import styles from './sort-button.module.css'

/** How the header of a column sorts the list. */
export interface ColumnSorting {
  /** Undefined if the list is sorted by another column. */
  direction: 'ascending' | 'descending' | undefined
  /** The order that a press chooses, such as "Highest amount". */
  nextName: string
  onSort: () => void
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }

/** The header of a column that sorts the list; plain text where the rows are cards. */
export function SortButton({ head, sorting }: { head: string; sorting: ColumnSorting }) {
  const { direction = 'none', nextName, onSort } = sorting
  const Icon = ICONS[direction]
  return (
    <>
      <button type="button" className={styles.sort} title={nextName} onClick={onSort}>
        {head}
        <Icon aria-hidden="true" />
      </button>
      <span className={styles.text}>{head}</span>
    </>
  )
}
