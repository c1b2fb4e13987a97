import { useLingui } from '@lingui/react/macro'
import { FIRST_DAY, LAST_DAY } from '@sevadesk/contract/donations/period.ts'
import { type FormEvent, useState } from 'react'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { Button } from '../../ui/base/button.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { parseTypedDay, typedDay } from '../../ui/dates/typed-day.ts'
import { formatDate } from '../../ui/format/date-time.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import styles from './day-bar.module.css'
import { neighbourOf, useDayFault } from './use-book-day.ts'

const YEARS = [Number(FIRST_DAY.slice(0, 4)), Number(LAST_DAY.slice(0, 4))] as const

interface DayBarProps {
  day: string
  today: string
  onChange: (day: string) => void
}

/** Names the day, and leads to another one. */
export function DayBar({ day, today, onChange }: DayBarProps) {
  const { t, i18n } = useLingui()
  const dayFault = useDayFault()
  const [typed, setTyped] = useState({ of: day, text: typedDay(day), isChecked: false })
  const { text, isChecked } = typed.of === day ? typed : { text: typedDay(day), isChecked: false }
  const { fault } = parseTypedDay(text, YEARS)

  function show(wanted: string) {
    const parsed = parseTypedDay(wanted, YEARS)
    setTyped({ of: parsed.day ?? day, text: wanted, isChecked: true })
    if (parsed.day !== undefined && parsed.day !== day) onChange(parsed.day)
  }

  function type(wanted: string) {
    // A shorter text may be the beginning of another year.
    if (/^\d{2}\/\d{2}\/\d{4}$/.test(wanted)) show(wanted)
    else setTyped({ of: day, text: wanted, isChecked: false })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    show(text)
  }

  return (
    <div className={styles.bar}>
      <h2 className={styles.day} aria-live="polite">
        {formatDate(`${day}T00:00:00Z`, 'long-date', 'UTC', i18n.locale)}
      </h2>
      <form className={styles.tools} noValidate onSubmit={submit} data-print="no">
        <IconButton
          label={t`Previous day`}
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={day <= FIRST_DAY}
          onClick={() => onChange(neighbourOf(day, -1))}
        />
        <div className={styles.field}>
          <DateInput
            name="day"
            label={t`Day`}
            value={text}
            onChange={type}
            years={YEARS}
            errorMessage={isChecked && fault ? dayFault(fault, YEARS) : undefined}
          />
        </div>
        <IconButton
          label={t`Next day`}
          icon={<ChevronRight aria-hidden="true" />}
          disabled={day >= LAST_DAY}
          onClick={() => onChange(neighbourOf(day, 1))}
        />
        <Button disabled={day === today} onClick={() => onChange(today)}>
          {t`Today`}
        </Button>
      </form>
    </div>
  )
}
