import type { ReactNode } from 'react'
import { UNKNOWN } from '../../../ui/format/money.tsx'
import styles from './donation-details.module.css'

/** One line of the details of a donation. */
export function DetailField({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <dt>{name}</dt>
      <dd>{children || UNKNOWN}</dd>
    </div>
  )
}
