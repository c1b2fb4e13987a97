import type { ReactNode } from 'react'
import { UNKNOWN } from '../format/money.tsx'
import styles from './detail-field.module.css'

/** One line of a list of details: a name and its value. Belongs into a `dl`. */
export function DetailField({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <dt>{name}</dt>
      <dd>{children || UNKNOWN}</dd>
    </div>
  )
}
