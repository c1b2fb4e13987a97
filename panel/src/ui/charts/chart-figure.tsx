import type { ReactNode } from 'react'
import styles from './chart-figure.module.css'

interface ChartFigureProps {
  /** Says what the chart shows, and where the same figures are as text. */
  label: string
  /** New figures are loading; these are outdated. */
  isBusy: boolean
  children: ReactNode
}

/** A picture for assistive technology: its content is not read. */
const FIGURE = { role: 'img' }

export function ChartFigure({ label, isBusy, children }: ChartFigureProps) {
  return (
    <figure {...FIGURE} aria-label={label} aria-busy={isBusy || undefined} className={styles.figure}>
      {children}
    </figure>
  )
}
