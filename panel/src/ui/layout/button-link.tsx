import type { ComponentProps, ReactNode } from 'react'
import styles from '../base/button.module.css'

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  href: string
  variant?: 'primary' | 'secondary' | 'quiet' | undefined
  icon?: ReactNode
}

/** A link that looks like a button, such as a `mailto:` link. */
export function ButtonLink({ variant = 'secondary', icon, children, ...link }: ButtonLinkProps) {
  return (
    <a {...link} className={styles.button} data-variant={variant}>
      {icon}
      <span>{children}</span>
    </a>
  )
}
