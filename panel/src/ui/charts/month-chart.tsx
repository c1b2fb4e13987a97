import { useLingui } from '@lingui/react/macro'
import { formatMonth, formatShortMonth } from '../format/date-time.tsx'
import { formatMoney } from '../format/money.tsx'
import { axisTicks } from './axis-ticks.ts'
import { ChartFigure } from './chart-figure.tsx'
import styles from './month-chart.module.css'
import { type MonthLabel, monthLabels } from './months.ts'
import { formatShortAmount } from './short-amount.ts'

/** So that two or three columns are not as wide as the page. */
const COLUMN_REM_MAX = 5
/** The axis and the padding. */
const FRAME_REM = 8
/** The width of a column, in per cent of a month's part of the chart. */
const COLUMN_WIDTH = 66
/** So that a small amount has a column that can be seen: about 2 px of the height, in per cent. */
const LEAST_HEIGHT = 1

/** `month` is `YYYY-MM`, the amount in paise. */
export interface MonthColumn {
  month: string
  amount: number
  /** Not all days of the month are counted. */
  isUnfinished: boolean
}

interface MonthChartProps {
  label: string
  /** Each month from the first to the last. At least one amount is above 0. */
  months: readonly MonthColumn[]
  isBusy: boolean
}

/** A column for each month. */
export function MonthChart({ label, months, isBusy }: MonthChartProps) {
  const { i18n } = useLingui()
  const ticks = axisTicks(Math.max(...months.map(({ amount }) => amount)))
  return (
    <ChartFigure label={label} isBusy={isBusy} widthMax={months.length * COLUMN_REM_MAX + FRAME_REM}>
      <div className={styles.chart}>
        <div className={styles.axis}>
          {[...ticks].reverse().map((tick) => (
            <span key={tick} className={styles.tick}>
              {formatShortAmount(tick, i18n)}
            </span>
          ))}
        </div>
        <div>
          <Columns months={months} ticks={ticks} />
          <MonthNames months={months.map(({ month }) => month)} />
        </div>
      </div>
    </ChartFigure>
  )
}

interface ColumnsProps {
  months: readonly MonthColumn[]
  ticks: readonly number[]
}

function Columns({ months, ticks }: ColumnsProps) {
  const { i18n } = useLingui()
  const top = ticks.at(-1) ?? 1
  const heightOf = (amount: number) => Math.max((amount / top) * 100, LEAST_HEIGHT)
  const part = 100 / months.length
  const side = (part * (100 - COLUMN_WIDTH)) / 200
  return (
    <svg className={styles.columns} aria-hidden="true">
      {ticks.map((tick) => {
        const y = `${100 - (tick / top) * 100}%`
        return <line key={tick} className={styles.line} x1="0" x2="100%" y1={y} y2={y} />
      })}
      {months.map(({ month, amount, isUnfinished }, index) => (
        <g key={month}>
          <title>{`${formatMonth(month, i18n.locale)}: ${formatMoney(amount, 'INR', i18n.locale)}`}</title>
          <rect className={styles.part} x={`${index * part}%`} width={`${part}%`} height="100%" />
          {amount > 0 && (
            <rect
              className={styles.column}
              data-unfinished={isUnfinished || undefined}
              x={`${index * part + side}%`}
              y={`${100 - heightOf(amount)}%`}
              width={`${part - 2 * side}%`}
              height={`${heightOf(amount)}%`}
            />
          )}
        </g>
      ))}
      <line className={styles.base} x1="0" x2="100%" y1="100%" y2="100%" />
    </svg>
  )
}

function MonthNames({ months }: { months: readonly string[] }) {
  const labels = monthLabels(months)
  return (
    <div className={styles.names} style={{ gridTemplateColumns: `repeat(${months.length}, minmax(0, 1fr))` }}>
      {months.map((month, index) => (
        <MonthName key={month} month={month} label={labels[index]} />
      ))}
    </div>
  )
}

function MonthName({ month, label }: { month: string; label: MonthLabel | undefined }) {
  const { i18n } = useLingui()
  return (
    <span className={styles.name}>
      <span data-at={label?.labelAt.join(' ')}>{formatShortMonth(month, i18n.locale)}</span>
      <span data-at={label?.yearAt.join(' ')}>{month.slice(0, 'YYYY'.length)}</span>
    </span>
  )
}
