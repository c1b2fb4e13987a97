import { type ReactNode, useId } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import styles from './stat-card.module.css'

interface StatCardProps {
  label: ReactNode
  /** The figure: `Money`, `Count`, or a dash where it could not be had. */
  value: ReactNode
  /** A few quiet words on what the figure counts. */
  note?: ReactNode
  icon?: ReactNode
  isLoading?: boolean | undefined
}

/** One figure and what it is of. */
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

/** Stat cards beside each other, below each other where there is no room. */
export function StatCards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>
}
