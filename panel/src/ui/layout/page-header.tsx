import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** One line on what the screen is for. */
  purpose?: ReactNode
  action?: ReactNode
  /** `PageTab`s, which take the place of the line below the header. */
  tabs?: ReactNode
}

/** The heading can take focus after a navigation. */
export function PageHeader({ title, purpose, action, tabs }: PageHeaderProps) {
  return (
    <header className={styles.header} data-tabs={tabs ? true : undefined}>
      <div className={styles.words}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {purpose && <p className={styles.purpose}>{purpose}</p>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {tabs && (
        <div className={styles.tabs} data-print="no">
          {tabs}
        </div>
      )}
    </header>
  )
}

/** The page's heading, which gets focus when the focused element is removed. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector('h1[tabindex]')
}
