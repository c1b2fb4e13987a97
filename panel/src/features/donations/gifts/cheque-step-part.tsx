import { useLingui } from '@lingui/react/macro'
import type { ChequeStep } from '@sevadesk/contract/offline-gift.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/base/button.tsx'
import { FieldError } from '../../../ui/base/field-frame.tsx'
import { TextField } from '../../../ui/base/text-field.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { parseTypedDay, typedDay } from '../../../ui/dates/typed-day.ts'
import { useDaySentences } from '../../../ui/dates/use-day-sentences.ts'
import { useFailureText } from '../../../ui/form/failure-text.ts'
import { useUnsavedChanges } from '../../../ui/form/unsaved-changes.ts'
import { useMoveCheque } from '../gift-queries.ts'
import styles from './cheque-steps.module.css'
import { giftYears } from './gift-draft.ts'
import { currentReceipt, type Gift } from './read-gift.ts'

interface ChequeStepPartProps {
  gift: Gift
  step: ChequeStep
  title: string
  /** `YYYY-MM-DD` */
  today: string
  onClose: () => void
}

/** Asks for the day, and for the reason of a cheque that bounced. */
export function ChequeStepPart({ gift, step, title, today, onClose }: ChequeStepPartProps) {
  const { t } = useLingui()
  const id = useId()
  const failureText = useFailureText()
  const years = giftYears(today)
  const sentences = useDaySentences(years)
  const moving = useMoveCheque()
  const [typed, setTyped] = useState({ on: typedDay(today), reason: '' })
  const [refused, setRefused] = useState<typeof typed>()
  const form = useRef<HTMLFormElement>(null)
  const { day, fault } = parseTypedDay(typed.on, years)
  const { error, isPending } = moving
  const faults = error instanceof ApiError && refused === typed ? error.fields : {}
  const dayError = refused && fault ? sentences[fault] : faults.on
  const isExplained = faults.on !== undefined || faults.reason !== undefined
  const receiptNumber = currentReceipt(gift)?.number
  useUnsavedChanges(typed.reason !== '' || isPending)

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function save(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setRefused(typed)
    if (day === undefined) return
    // A callback of `mutate` would not run, since the saved step removes this part.
    moving.mutateAsync({ gift, step, on: day, reason: typed.reason.trim() }).then(onClose, () => undefined)
  }

  return (
    <form ref={form} className={styles.form} aria-label={title} noValidate onSubmit={save}>
      <DateInput
        name="on"
        label={t`On which day?`}
        value={typed.on}
        onChange={(on) => setTyped({ ...typed, on })}
        years={years}
        errorMessage={dayError}
      />
      {step === 'bounced' && (
        <TextField
          name="reason"
          label={t`Reason of the bank`}
          value={typed.reason}
          onChange={(reason) => setTyped({ ...typed, reason })}
          errorMessage={faults.reason}
          autoComplete="off"
          maxLength={200}
          readOnly={isPending}
        />
      )}
      {step === 'bounced' && receiptNumber !== undefined && (
        <p className={styles.quiet}>{t`Saving cancels the receipt ${receiptNumber}.`}</p>
      )}
      <div role="alert">{error && !isExplained && <FieldError id={id}>{failureText(error)}</FieldError>}</div>
      <div className={styles.buttons}>
        <Button type="submit" variant={step === 'bounced' ? 'danger' : 'primary'} isPending={isPending}>
          {t`Save`}
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}
