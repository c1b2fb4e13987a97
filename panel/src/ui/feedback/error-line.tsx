import type { ReactNode } from 'react'
import CircleAlert from '~icons/lucide/circle-alert'
import styles from './error-line.module.css'

/** An error that outlasts its toast. Not a live region: the toast has announced the error. */
export function ErrorLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.line} data-print="no">
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
