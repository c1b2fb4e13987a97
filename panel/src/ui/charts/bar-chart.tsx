import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Money } from '../format/money.tsx'
import styles from './bar-chart.module.css'
import { ChartFigure } from './chart-figure.tsx'

/** `amount` is in paise. */
export interface Bar {
  id: string
  name: string
  amount: number
}

/** So that a small amount has a bar that can be seen. */
const LEAST_WIDTH = 0.5

interface BarChartProps {
  label: string
  /** The largest first, which is above 0. */
  bars: readonly Bar[]
  /** Smaller amounts together: they have no bar, since it might be longer than all others. */
  others: { count: number; amount: number } | undefined
  isBusy: boolean
}

/** A bar for each amount, and the sum of all others as text. */
export function BarChart({ label, bars, others, isBusy }: BarChartProps) {
  const longest = bars[0]?.amount ?? 0
  return (
    <ChartFigure label={label} isBusy={isBusy}>
      <div className={styles.chart}>
        {bars.map(({ id, name, amount }) => (
          <div key={id} className={styles.row}>
            <span className={styles.name} title={name}>
              {name}
            </span>
            <svg className={styles.bar} aria-hidden="true">
              <rect
                className={styles.length}
                width={`${Math.max((amount / longest) * 100, LEAST_WIDTH)}%`}
                height="100%"
              />
              <line className={styles.base} x1="0" x2="0" y1="0" y2="100%" />
            </svg>
            <span className={styles.amount}>
              <Money amount={amount} />
            </span>
          </div>
        ))}
        {others && <Others count={others.count} amount={others.amount} />}
      </div>
    </ChartFigure>
  )
}

function Others({ count, amount }: { count: number; amount: number }) {
  const { t } = useLingui()
  return (
    <div className={styles.row} data-others>
      <span className={styles.name}>{t`${plural(count, { one: '# other', other: '# others' })}`}</span>
      <span className={styles.amount}>
        <Money amount={amount} />
      </span>
    </div>
  )
}
