import { useLingui } from '@lingui/react/macro'
import { FIRST_DAY, LAST_DAY } from '@sevadesk/contract/donations/period.ts'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/base/button.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { parseTypedDay, typedDay, useDaySentences } from '../../../ui/dates/typed-day.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Announcement, useFocusFirstError } from '../../../ui/form/first-error.tsx'
import styles from './choose-dates.module.css'
import type { Days } from './use-donation-address.ts'

interface ChooseDatesProps {
  days: Days | undefined
  onChoose: (days: Days) => void
  onClose: () => void
}

const YEARS = [Number(FIRST_DAY.slice(0, 4)), Number(LAST_DAY.slice(0, 4))] as const

/** A dialog for the first and the last day of the list. */
export function ChooseDates({ days, onChoose, onClose }: ChooseDatesProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState({ from: days ? typedDay(days.from) : '', to: days ? typedDay(days.to) : '' })
  const [rejection, setRejection] = useState<Errors>()
  const errorsOf = useErrors()
  const form = useRef<HTMLFormElement>(null)
  const announced = useFocusFirstError(form, rejection)

  function submit(event: FormEvent) {
    event.preventDefault()
    const { errors, days: chosen } = errorsOf(typed)
    if (chosen) onChoose(chosen)
    else setRejection(errors)
  }

  /** An error stays until its field is right. */
  const current = rejection && errorsOf(typed).errors
  const errorAt = (name: 'from' | 'to') => (rejection?.[name] === current?.[name] ? current?.[name] : undefined)
  return (
    <Dialog isOpen isDismissable title={t`Choose dates`} onClose={onClose} focusField="from">
      <form ref={form} noValidate className={styles.form} onSubmit={submit}>
        <DateInput
          name="from"
          label={t`From date`}
          value={typed.from}
          onChange={(from) => setTyped({ ...typed, from })}
          years={YEARS}
          errorMessage={errorAt('from')}
        />
        <DateInput
          name="to"
          label={t`To date`}
          value={typed.to}
          onChange={(to) => setTyped({ ...typed, to })}
          years={YEARS}
          errorMessage={errorAt('to')}
        />
        <div role="alert">
          <Announcement error={announced} />
        </div>
        <div className={styles.actions}>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary">
            {t`Show donations`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface Errors {
  from?: string | undefined
  to?: string | undefined
}

function useErrors(): (typed: Days) => { errors: Errors; days?: Days } {
  const { t } = useLingui()
  const sentences = useDaySentences(YEARS)
  return (typed) => {
    const [from, to] = [parseTypedDay(typed.from, YEARS), parseTypedDay(typed.to, YEARS)]
    if (from.day === undefined || to.day === undefined) {
      return {
        errors: { from: from.fault && sentences[from.fault], to: to.fault && sentences[to.fault] },
      }
    }
    if (from.day > to.day) return { errors: { to: t`This date is before the first one.` } }
    return { errors: {}, days: { from: from.day, to: to.day } }
  }
}
