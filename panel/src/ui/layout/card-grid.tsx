import type { ReactNode } from 'react'
import styles from './card-grid.module.css'

/** A grid of cards. Each child is an `<li>`, such as a `MediaCard`. */
export function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  )
}
