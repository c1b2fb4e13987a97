import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** A drawing of `illustration.tsx`. */
  picture?: ReactNode
  /** The specified sentence. */
  title: ReactNode
  text?: ReactNode
  /** What to do next. */
  action?: ReactNode
}

/** What stands where data would be when there is none. */
export function EmptyState({ picture, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {picture}
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
