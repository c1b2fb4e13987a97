import type { ComponentProps, ReactNode } from 'react'
import styles from './page-tab.module.css'

interface PageTabProps extends Pick<ComponentProps<'a'>, 'onClick'> {
  href: string
  isCurrent: boolean
  children: ReactNode
}

/** A link to one of the views of a page. */
export function PageTab({ isCurrent, children, ...link }: PageTabProps) {
  return (
    <a {...link} className={styles.tab} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}
