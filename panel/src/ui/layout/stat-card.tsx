import { Children, type ReactNode, useId } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import styles from './stat-card.module.css'

interface StatCardProps {
  label: ReactNode
  /** `Money`, `Count`, or a dash if it could not be loaded. */
  value: ReactNode
  note?: ReactNode
  icon?: ReactNode
  isLoading?: boolean | undefined
}

export function StatCard({ label, value, note, icon, isLoading }: StatCardProps) {
  const id = useId()
  return (
    <fieldset className={styles.card} aria-labelledby={id}>
      <p id={id} className={styles.label}>
        {icon && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        {label}
      </p>
      <p className={styles.value}>{isLoading ? <Skeleton shape="figure" /> : value}</p>
      {note && <p className={styles.note}>{note}</p>}
    </fieldset>
  )
}

interface StatCardsProps {
  children: ReactNode
  /** Low cards, above a list that should be in view. */
  isCompact?: boolean | undefined
}

/** A row of `StatCard`s; on a phone the lines of one card. */
export function StatCards({ children, isCompact }: StatCardsProps) {
  return (
    <div className={styles.cards} data-count={Children.count(children)} data-compact={isCompact}>
      {children}
    </div>
  )
}
