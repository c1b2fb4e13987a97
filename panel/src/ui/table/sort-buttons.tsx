import { useLingui } from '@lingui/react/macro'
import styles from './sort-buttons.module.css'
import type { SortOrder } from './sort-select.tsx'

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
    <fieldset className={styles.sort} aria-label={t`Sort`} data-print="no">
      {choices.map(({ order, label }) => (
        <button
          key={order}
          type="button"
          className={styles.choice}
          aria-pressed={value === order}
          onClick={() => onChange(order)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
