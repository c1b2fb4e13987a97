import type { ReactNode } from 'react'
import styles from './card-grid.module.css'

/** Cards beside and below each other, as many to a row as fit. Each child is an `<li>`, such as a `MediaCard`. */
export function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  )
}
