import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './error-line.module.css'

/** What went wrong, in sight for as long as it is so; a toast has said it aloud. */
export function ErrorLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.line} data-print="no">
      <CircleAlert aria-hidden="true" />
      {children}
    </p>
  )
}
