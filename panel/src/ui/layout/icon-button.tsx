import type { ComponentProps, ReactNode } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './icon-button.module.css'

interface Common {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  tone?: 'danger' | undefined
}

type AsButton = Common & { href?: undefined } & Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'>
type AsLink = Common & { href: string } & Omit<ComponentProps<'a'>, 'className' | 'style' | 'children'>

export type IconButtonProps = AsButton | AsLink

/** A button with an icon and a tooltip, or a link if it has an `href`. */
export function IconButton({ label, icon, tone, ...props }: IconButtonProps) {
  const shared = { 'aria-label': label, className: styles.button, 'data-tone': tone }
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      <Focusable>
        {props.href === undefined ? (
          <button type="button" {...props} {...shared}>
            {icon}
          </button>
        ) : (
          <a {...props} {...shared}>
            {icon}
          </a>
        )}
      </Focusable>
      <Tooltip className={styles.tooltip ?? ''} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  )
}
