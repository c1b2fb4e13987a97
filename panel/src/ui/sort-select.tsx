import { useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import styles from './sort-select.module.css'

/** By `createdAt` (specification, section 9). */
export type SortOrder = 'latest' | 'oldest'

interface SortSelectProps {
  value: SortOrder
  onChange: (value: SortOrder) => void
}

/** Latest or Oldest; the phone's own picker on a phone. */
export function SortSelect({ value, onChange }: SortSelectProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className={styles.sort} data-print="no">
      <label htmlFor={id} className={styles.label}>{t`Sort`}</label>
      <span className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={value}
          onChange={(event) => onChange(event.target.value === 'oldest' ? 'oldest' : 'latest')}
        >
          <option value="latest">{t`Latest`}</option>
          <option value="oldest">{t`Oldest`}</option>
        </select>
        <ChevronDown aria-hidden="true" />
      </span>
    </div>
  )
}
