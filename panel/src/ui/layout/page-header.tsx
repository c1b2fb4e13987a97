import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** One line: what this screen is for. */
  purpose?: ReactNode
  /** The screen's main action; to the right, below on small screens. */
  action?: ReactNode
}

/** The head of every screen. Its `h1` can take focus after a change of page. */
export function PageHeader({ title, purpose, action }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {purpose && <p className={styles.purpose}>{purpose}</p>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </header>
  )
}
