import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Money } from '../format/money.tsx'
import styles from './bar-chart.module.css'
import { ChartFigure, ChartNotes } from './chart-figure.tsx'
import { type Bar, largestBars } from './largest-bars.ts'

interface BarChartProps {
  label: string
  /** At least one has an amount above 0. */
  bars: readonly Bar[]
  /** As many of the largest have a bar of their own. */
  limit: number
  /** A quiet line below the chart. */
  note?: string | undefined
  isBusy: boolean
}

/** A bar for each of the largest amounts, and one for all others together. */
export function BarChart({ label, bars, limit, note, isBusy }: BarChartProps) {
  const { t } = useLingui()
  const { largest, others } = largestBars(bars, limit)
  const longest = Math.max(...largest.map(({ amount }) => amount), others?.amount ?? 0)
  const count = others?.count ?? 0
  const othersName = t`${plural(count, { one: '# other', other: '# others' })}`
  return (
    <>
      <ChartFigure label={label} isBusy={isBusy}>
        <div className={styles.chart}>
          {largest.map(({ id, name, amount }) => (
            <Row key={id} name={name} amount={amount} longest={longest} />
          ))}
          {others && <Row name={othersName} amount={others.amount} longest={longest} isRest />}
        </div>
      </ChartFigure>
      {note && (
        <ChartNotes>
          <p>{note}</p>
        </ChartNotes>
      )}
    </>
  )
}

interface RowProps {
  name: string
  amount: number
  longest: number
  isRest?: boolean
}

function Row({ name, amount, longest, isRest }: RowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <svg className={styles.bar} aria-hidden="true">
        <rect className={styles.length} data-rest={isRest} width={`${(amount / longest) * 100}%`} height="100%" />
        <line className={styles.base} x1="0" x2="0" y1="0" y2="100%" />
      </svg>
      <span className={styles.amount}>
        <Money amount={amount} />
      </span>
    </div>
  )
}
