import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** One line on what the screen is for. */
  purpose?: ReactNode
  action?: ReactNode
}

/** The heading can take focus after a navigation. */
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

/** The page's heading, which gets focus when the focused element is removed. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector('h1[tabindex]')
}
