import { useLingui } from '@lingui/react/macro'
import { formatMonth, formatShortMonth } from '../format/date-time.tsx'
import { formatMoney } from '../format/money.tsx'
import { axisTicks } from './axis-ticks.ts'
import { ChartFigure, ChartNotes } from './chart-figure.tsx'
import styles from './month-chart.module.css'
import { fillMonths, type MonthAmount, type MonthLabel, monthLabels } from './months.ts'
import { formatShortAmount } from './short-amount.ts'

/** Two years, so that a month stands beside the same one of the year before. */
const MOST_MONTHS = 24
/** So that two or three columns are not as wide as the page. */
const COLUMN_REM_MAX = 5
/** The axis and the padding. */
const FRAME_REM = 8
/** Of a month's part of the chart, in per cent. */
const COLUMN_WIDTH = 66

interface MonthChartProps {
  label: string
  /** At least one is above 0. */
  amounts: readonly MonthAmount[]
  /** The month of today, which is not over. */
  currentMonth: string
  /** A quiet line below the chart. */
  note?: string | undefined
  isBusy: boolean
}

/** A column for each month. */
export function MonthChart({ label, amounts, currentMonth, note, isBusy }: MonthChartProps) {
  const { t, i18n } = useLingui()
  const { months, isCut } = fillMonths(amounts, MOST_MONTHS)
  const ticks = axisTicks(Math.max(...months.map(({ amount }) => amount)))
  const currentName = formatMonth(currentMonth, i18n.locale)
  return (
    <>
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
            <Columns months={months} ticks={ticks} currentMonth={currentMonth} />
            <MonthNames months={months.map(({ month }) => month)} />
          </div>
        </div>
      </ChartFigure>
      <ChartNotes>
        {months.some(({ month }) => month === currentMonth) && (
          <p className={styles.note}>
            <svg className={styles.sample} aria-hidden="true">
              <rect className={styles.column} data-unfinished width="100%" height="100%" />
            </svg>
            {t`${currentName} is not over yet.`}
          </p>
        )}
        {isCut && <p>{t`The chart shows the newest ${MOST_MONTHS} months, the table all.`}</p>}
        {note && <p>{note}</p>}
      </ChartNotes>
    </>
  )
}

interface ColumnsProps {
  months: readonly MonthAmount[]
  ticks: readonly number[]
  currentMonth: string
}

function Columns({ months, ticks, currentMonth }: ColumnsProps) {
  const { i18n } = useLingui()
  const top = ticks.at(-1) ?? 1
  const part = 100 / months.length
  const side = (part * (100 - COLUMN_WIDTH)) / 200
  return (
    <svg className={styles.columns} aria-hidden="true">
      {ticks.map((tick) => {
        const y = `${100 - (tick / top) * 100}%`
        return <line key={tick} className={styles.line} x1="0" x2="100%" y1={y} y2={y} />
      })}
      {months.map(({ month, amount }, index) => (
        <g key={month}>
          <title>{`${formatMonth(month, i18n.locale)}: ${formatMoney(amount, 'INR', i18n.locale)}`}</title>
          <rect className={styles.part} x={`${index * part}%`} width={`${part}%`} height="100%" />
          {amount > 0 && (
            <rect
              className={styles.column}
              data-unfinished={month === currentMonth || undefined}
              x={`${index * part + side}%`}
              y={`${100 - (amount / top) * 100}%`}
              width={`${part - 2 * side}%`}
              height={`${(amount / top) * 100}%`}
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
