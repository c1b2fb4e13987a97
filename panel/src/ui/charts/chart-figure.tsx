import type { ReactNode } from 'react'
import styles from './chart-figure.module.css'

interface ChartFigureProps {
  /** Says what the chart shows, and where the same figures are as text. */
  label: string
  /** New figures are loading; these are outdated. */
  isBusy: boolean
  /** In rem. As wide as the page if omitted. */
  widthMax?: number
  children: ReactNode
}

/** A picture for assistive technology: its content is not read. */
export function ChartFigure({ label, isBusy, widthMax, children }: ChartFigureProps) {
  return (
    <figure
      role="img"
      className={styles.figure}
      aria-label={label}
      aria-busy={isBusy || undefined}
      style={widthMax === undefined ? undefined : { maxInlineSize: `${widthMax}rem` }}
    >
      {children}
    </figure>
  )
}
