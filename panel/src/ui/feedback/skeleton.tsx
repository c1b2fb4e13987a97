import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

type Shape = 'line' | 'title' | 'figure' | 'picture' | 'chart'

/** A grey placeholder, hidden from screen readers. */
export function Skeleton({ shape = 'line' }: { shape?: Shape }) {
  return <span className={styles.skeleton} data-shape={shape} aria-hidden="true" />
}

/** A loading message above skeletons. */
export function Loading({ label, children }: { label: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.loading}>
      <p role="status" className={styles.label}>
        {label}
      </p>
      {children}
    </div>
  )
}
