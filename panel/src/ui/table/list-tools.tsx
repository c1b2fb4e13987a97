import type { ReactNode } from 'react'
import styles from './list-tools.module.css'

/** What narrows and orders a list, above it: the search first, beside it the choices. */
export function ListTools({ children }: { children: ReactNode }) {
  return (
    <div className={styles.tools} data-print="no">
      {children}
    </div>
  )
}
