import type { ReactNode } from 'react'
import styles from './list-tools.module.css'

/** The row of search, filters and sort order above a list. */
export function ListTools({ children }: { children: ReactNode }) {
  return (
    <div className={styles.tools} data-print="no">
      {children}
    </div>
  )
}
