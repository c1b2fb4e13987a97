import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import CalendarDays from '~icons/lucide/calendar-days'
import { TextField } from '../base/text-field.tsx'
import { useCloseOnBack } from '../dialog/close-on-back.ts'
import { Loading, Skeleton } from '../feedback/skeleton.tsx'
import { IconButton } from '../layout/icon-button.tsx'
import styles from './date-input.module.css'
import { parseTypedDay, typedDay } from './typed-day.ts'

const loadCalendar = () => import('./calendar.tsx').then(({ Calendar: loaded }) => ({ default: loaded }))

/** Typing still works if the code of the calendar does not load. */
const Calendar = lazy(() => loadCalendar().catch(() => ({ default: MissingCalendar })))

interface DateInputProps {
  name: string
  label: string
  /** As typed; see `parseTypedDay`. */
  value: string
  onChange: (typed: string) => void
  /** The first and the last year. */
  years: readonly [number, number]
  errorMessage?: string | undefined
}

/** A date that is typed as dd/mm/yyyy or chosen in a calendar. */
export function DateInput({ name, label, value, onChange, years, errorMessage }: DateInputProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useCloseOnBack(isOpen, () => setOpen(false))
  useEffect(() => void loadCalendar().catch(() => {}), [])

  function choose(day: string) {
    setOpen(false)
    onChange(typedDay(day))
  }

  return (
    <>
      <TextField
        ref={field}
        name={name}
        label={label}
        description={t`dd/mm/yyyy`}
        value={value}
        onChange={onChange}
        autoComplete="off"
        maxLength={20}
        errorMessage={errorMessage}
        trailing={
          <IconButton
            label={t`Calendar for ${label}`}
            icon={<CalendarDays aria-hidden="true" />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
          />
        }
      />
      <Popover
        triggerRef={field}
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

function MissingCalendar() {
  const { t } = useLingui()
  return <p className={styles.missing}>{t`Could not load the calendar. Type the date instead.`}</p>
}
