import type { ComponentProps } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import styles from './select.module.css'

interface SelectProps
  extends Omit<ComponentProps<'select'>, 'className' | 'style' | 'onChange' | 'disabled' | 'multiple'> {
  value: string
  onChange: (value: string) => void
  /** Set while saving, instead of `disabled`: a disabled field loses focus. */
  isReadOnly?: boolean | undefined
}

/** A native select as wide as its place. Its options are children. */
export function Select({ onChange, isReadOnly, children, ...native }: SelectProps) {
  return (
    <span className={styles.box}>
      <select
        {...native}
        className={styles.select}
        aria-disabled={isReadOnly || undefined}
        onChange={(event) => !isReadOnly && onChange(event.target.value)}
      >
        {children}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  )
}
