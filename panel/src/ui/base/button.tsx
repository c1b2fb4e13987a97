import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

/** `muted` looks disabled, and explains when pressed why it does nothing. */
type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'muted'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  variant?: ButtonVariant | undefined
  icon?: ReactNode
  /** Ignores clicks but keeps focus. */
  isPending?: boolean | undefined
  /** Replaces the label while pending. */
  pendingLabel?: ReactNode
  isWide?: boolean | undefined
}

/** A native button of type `button` by default. A screen has at most one `primary`. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', icon, isPending, pendingLabel, isWide, children, onClick, type, ...rest } = props

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (isPending) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={styles.button}
      data-variant={variant}
      data-wide={isWide || undefined}
      aria-disabled={isPending || undefined}
      onClick={click}
    >
      {isPending ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      <span>{isPending ? (pendingLabel ?? children) : children}</span>
    </button>
  )
}
