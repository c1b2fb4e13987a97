import { useLingui } from '@lingui/react/macro'
import ArrowDown from '~icons/lucide/arrow-down'
import ArrowUp from '~icons/lucide/arrow-up'
import ArrowUpDown from '~icons/lucide/arrow-up-down'
import styles from './sort-button.module.css'
import sortButtonsStyles from './sort-buttons.module.css'
import type { SortOrder } from './sort-select.tsx'

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

interface SortButtonsProps {
  value: SortOrder
  onChange: (value: SortOrder) => void
}

/** Latest and Oldest as two toggle buttons. */
export function SortButtons({ value, onChange }: SortButtonsProps) {
  const { t } = useLingui()
  const choices = [
    { order: 'latest', label: t`Latest` },
    { order: 'oldest', label: t`Oldest` },
  ] as const
  return (
    <fieldset className={sortButtonsStyles.sort} aria-label={t`Sort`} data-print="no">
      {choices.map(({ order, label }) => (
        <button
          key={order}
          type="button"
          className={sortButtonsStyles.choice}
          aria-pressed={value === order}
          onClick={() => onChange(order)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
