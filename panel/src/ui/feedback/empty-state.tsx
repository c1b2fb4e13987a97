import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  picture?: ReactNode
  /** The specification's text. */
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}

/** Shown instead of an empty list. */
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
