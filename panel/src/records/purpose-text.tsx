import type { ReactNode } from 'react'
import { ClampedText } from '../ui/layout/clamped-text.tsx'
import styles from './purpose-text.module.css'

/**
 * `purposeGiven` is the text that came with a donation, if the lists name its purpose otherwise.
 */
interface Purpose {
  purpose: string
  purposeGiven?: string | undefined
}

/**
 * The purpose of a donation for a clamped column, with the text that was given: the search finds
 * that.
 */
export function purposeText({ purpose, purposeGiven }: Purpose): ReactNode {
  if (!purposeGiven) return purpose
  return (
    <div className={styles.purpose}>
      <ClampedText text={purpose} />
      <div className={styles.given}>
        <ClampedText text={purposeGiven} />
      </div>
    </div>
  )
}
