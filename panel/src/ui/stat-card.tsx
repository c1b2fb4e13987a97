import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'
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

/** One figure and what it is of. Belongs in a `<dl>`. */
export function StatCard({ label, value, note, icon, isLoading }: StatCardProps) {
  return (
    <div className={styles.card}>
      <dt className={styles.label}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        {label}
      </dt>
      <dd className={styles.value}>{isLoading ? <Skeleton shape="figure" /> : value}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}

/** Stat cards beside each other, below each other where there is no room. */
export function StatCards({ children }: { children: ReactNode }) {
  return <dl className={styles.cards}>{children}</dl>
}
