import { useId } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import styles from './filter-select.module.css'

interface FilterSelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** Shown only where the rows of a `DataTable` are cards, which have no headers. */
  isForCards?: boolean | undefined
  /** The same width for any options. */
  isWide?: boolean | undefined
}

/** A labelled native select. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, onChange, isForCards, isWide } = props
  const id = useId()

  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }

  return (
    <div className={styles.filter} data-cards={isForCards} data-wide={isWide} data-print="no">
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span className={styles.box}>
        <select id={id} className={styles.select} value={value} onChange={(event) => choose(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" />
      </span>
    </div>
  )
}
