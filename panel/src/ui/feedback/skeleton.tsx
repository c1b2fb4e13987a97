import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

type Shape = 'line' | 'title' | 'figure' | 'picture' | 'chart'

/** A grey placeholder, hidden from screen readers. */
export function Skeleton({ shape = 'line' }: { shape?: Shape }) {
  return <span className={styles.skeleton} data-shape={shape} aria-hidden="true" />
}

interface LoadingProps {
  label: ReactNode
  /** The message lies on the skeletons, which have the height of what follows. */
  isOnSkeletons?: boolean
  children?: ReactNode
}

/** A loading message above skeletons. */
export function Loading({ label, isOnSkeletons, children }: LoadingProps) {
  return (
    <div className={styles.loading} data-on-skeletons={isOnSkeletons}>
      <p role="status" className={styles.label}>
        {label}
      </p>
      {children}
    </div>
  )
}
