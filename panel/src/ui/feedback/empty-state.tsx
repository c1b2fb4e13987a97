import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  picture?: ReactNode
  /** The sentence of the specification. */
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}

/** Takes the place of a list that is empty. */
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
