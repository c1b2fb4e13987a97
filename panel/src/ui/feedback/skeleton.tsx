import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

type Shape = 'line' | 'title' | 'figure' | 'picture'

/** One grey stand-in for something that is on its way; never read out. */
export function Skeleton({ shape = 'line' }: { shape?: Shape }) {
  return <span className={styles.skeleton} data-shape={shape} aria-hidden="true" />
}

/** The loading words, seen and read out, above skeletons of the real shape. */
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
