import type { ComponentProps, ReactNode } from 'react'
import styles from './card-action.module.css'

interface Common {
  icon: ReactNode
  /** Accessible name, such as "Edit Morning milk". It contains the visible text. */
  label: string
  tone?: 'danger' | undefined
  children: ReactNode
}

type AsButton = Common & { href?: undefined } & Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'>
type AsLink = Common & { href: string } & Omit<ComponentProps<'a'>, 'className' | 'style' | 'children'>

/** An action on a card: icon and text. With `href`, a link that opens a new tab. */
export function CardAction({ icon, label, tone, children, ...props }: AsButton | AsLink) {
  const shared = { className: styles.action, 'data-tone': tone, 'aria-label': label, title: label }
  if (props.href === undefined) {
    return (
      <button type="button" {...props} {...shared}>
        {icon}
        {children}
      </button>
    )
  }
  return (
    <a target="_blank" rel="noopener" {...props} {...shared}>
      {icon}
      {children}
    </a>
  )
}
