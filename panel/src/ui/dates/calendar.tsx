import { CalendarDate, parseDate, today } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import { Calendar as AriaCalendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { useTrust } from '../base/trust.tsx'
import styles from './calendar.module.css'

interface CalendarProps {
  label: string
  /** `YYYY-MM-DD` */
  day: string | undefined
  /** The first and the last year. */
  years: readonly [number, number]
  onChoose: (day: string) => void
}

/** A month of days to choose from. `DateInput` loads it when it is needed. */
export function Calendar({ label, day, years: [first, last], onChoose }: CalendarProps) {
  const { timeZone } = useTrust()
  const now = today(timeZone)
  const value = day === undefined ? null : parseDate(day)
  return (
    <AriaCalendar
      aria-label={label}
      autoFocus
      defaultValue={value}
      // React Aria's own today is of the browser's zone.
      defaultFocusedValue={value ?? now}
      minValue={new CalendarDate(first, 1, 1)}
      maxValue={new CalendarDate(last, 12, 31)}
      onChange={(chosen) => onChoose(chosen.toString())}
    >
      <header className={styles.header}>
        <Button slot="previous" className={styles.step ?? ''}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Heading className={styles.month ?? ''} />
        <Button slot="next" className={styles.step ?? ''}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short" className={styles.grid ?? ''}>
        {(date) => (
          <CalendarCell
            date={date}
            className={styles.day ?? ''}
            data-day={date.compare(now) === 0 ? 'today' : undefined}
          />
        )}
      </CalendarGrid>
    </AriaCalendar>
  )
}
