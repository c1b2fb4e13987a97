import { useLingui } from '@lingui/react/macro'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import CalendarDays from '~icons/lucide/calendar-days'
import { TextField, type TextFieldProps } from '../base/text-field.tsx'
import { useCloseOnBack } from '../dialog/close-on-back.ts'
import { Loading, Skeleton } from '../feedback/skeleton.tsx'
import { IconButton } from '../layout/icon-button.tsx'
import styles from './date-input.module.css'
import { parseTypedDay, typedDay, useDaySentences } from './typed-day.ts'

const loadCalendar = () => import('./calendar.tsx').then(({ Calendar: loaded }) => ({ default: loaded }))

/** Typing still works if the code of the calendar does not load. */
const Calendar = lazy(() => loadCalendar().catch(() => ({ default: MissingCalendar })))

const YEARS = [1900, 2100] as const

interface DateInputProps extends Pick<TextFieldProps, 'labelNote' | 'readOnly'> {
  name: string
  label: string
  /** As typed; see `parseTypedDay`. */
  value: string
  onChange: (typed: string) => void
  /** The first and the last year. Default: 1900 and 2100. */
  years?: readonly [number, number] | undefined
  description?: string | undefined
  errorMessage?: string | undefined
}

/** A date that is typed as dd/mm/yyyy or chosen in a calendar. */
export function DateInput({ label, value, onChange, years = YEARS, description, ...field }: DateInputProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useCloseOnBack(isOpen, () => setOpen(false))
  useEffect(() => void loadCalendar().catch(() => {}), [])

  function choose(day: string) {
    setOpen(false)
    onChange(typedDay(day))
  }

  return (
    <>
      <TextField
        {...field}
        ref={input}
        label={label}
        description={[t`dd/mm/yyyy`, description].filter(Boolean).join(' · ')}
        value={value}
        onChange={onChange}
        autoComplete="off"
        maxLength={20}
        trailing={
          <IconButton
            label={t`Calendar for ${label}`}
            icon={<CalendarDays aria-hidden="true" />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={field.readOnly}
            onClick={() => setOpen(true)}
          />
        }
      />
      <Popover
        triggerRef={input}
        isOpen={isOpen}
        onOpenChange={setOpen}
        placement="bottom start"
        className={styles.popover ?? ''}
      >
        <Dialog aria-label={t`Calendar for ${label}`} className={styles.dialog ?? ''}>
          <Suspense
            fallback={
              <Loading label={t`Loading...`}>
                <Skeleton />
              </Loading>
            }
          >
            <Calendar label={label} day={parseTypedDay(value, years).day} years={years} onChoose={choose} />
          </Suspense>
        </Dialog>
      </Popover>
    </>
  )
}

/**
 * As `DateInput`, for a value that is a day (`YYYY-MM-DD`), or the typed text if it is no day. An
 * error then says what is wrong with the text.
 */
export function DayInput({ value, onChange, errorMessage, years = YEARS, ...field }: DateInputProps) {
  const sentences = useDaySentences(years)
  const [typed, setTyped] = useState('')
  const dayOf = (text: string) => parseTypedDay(text, years).day ?? text
  const { fault = 'missing' } = parseTypedDay(typedDay(value), years)
  return (
    <DateInput
      {...field}
      years={years}
      value={dayOf(typed) === value ? typed : typedDay(value)}
      onChange={(text) => {
        setTyped(text)
        onChange(dayOf(text))
      }}
      errorMessage={errorMessage && fault !== 'missing' ? sentences[fault] : errorMessage}
    />
  )
}

interface DayFieldProps extends Omit<DateInputProps, 'value' | 'errorMessage'> {
  /** `YYYY-MM-DD`, or empty if it is optional. */
  day: string
  isOptional?: boolean
}

/** A day that takes effect once it is typed in full or chosen, on Enter, and when the field is left. */
export function DayField({ day, onChange, isOptional, years = YEARS, ...field }: DayFieldProps) {
  const sentences = useDaySentences(years)
  const [typed, setTyped] = useState({ of: day, text: typedDay(day), isChecked: false })
  const { text, isChecked } = typed.of === day ? typed : { text: typedDay(day), isChecked: false }
  const parse = (wanted: string) => (isOptional && wanted === '' ? { day: '' } : parseTypedDay(wanted, years))
  const { fault } = parse(text)

  function apply(wanted: string) {
    const parsed = parse(wanted)
    setTyped({ of: parsed.day ?? day, text: wanted, isChecked: true })
    if (parsed.day !== undefined && parsed.day !== day) onChange(parsed.day)
  }

  function type(wanted: string) {
    // A shorter text may be the beginning of another year.
    if (/^\d{2}\/\d{2}\/\d{4}$/.test(wanted) || parse(wanted).day === '') apply(wanted)
    else setTyped({ of: day, text: wanted, isChecked: false })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    apply(text)
  }

  return (
    <form noValidate onSubmit={submit} onBlur={() => text !== typedDay(day) && apply(text)}>
      <DateInput
        {...field}
        years={years}
        value={text}
        onChange={type}
        errorMessage={isChecked && fault ? sentences[fault] : undefined}
      />
    </form>
  )
}

function MissingCalendar() {
  const { t } = useLingui()
  return <p className={styles.missing}>{t`Could not load the calendar. Type the date instead.`}</p>
}
