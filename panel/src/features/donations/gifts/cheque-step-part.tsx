import { useLingui } from '@lingui/react/macro'
import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import type { ChequeStep } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/base/button.tsx'
import { FieldError } from '../../../ui/base/field-frame.tsx'
import { TextField } from '../../../ui/base/text-field.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { parseTypedDay, typedDay, useDaySentences } from '../../../ui/dates/typed-day.ts'
import { useFailureText } from '../../../ui/form/failure-text.ts'
import { Announcement, useFocusFirstError } from '../../../ui/form/first-error.tsx'
import { useCtrlEnter } from '../../../ui/form/use-ctrl-enter.ts'
import { fieldProps, useForm } from '../../../ui/form/use-form.ts'
import styles from './cheque-steps.module.css'
import { currentReceipt } from './current-receipt.ts'
import { giftYears } from './gift-draft.ts'
import { useMoveCheque } from './gift-queries.ts'

interface ChequeStepPartProps {
  gift: Gift
  step: ChequeStep
  title: string
  /** `YYYY-MM-DD` */
  today: string
  /** Others changed the gift meanwhile. */
  onConflict: (sentence: string) => void
  onClose: () => void
}

/** Asks for the day, and for the reason of a cheque that bounced. */
export function ChequeStepPart({ gift, step, title, today, onConflict, onClose }: ChequeStepPartProps) {
  const { t } = useLingui()
  const id = useId()
  const failureText = useFailureText()
  const years = giftYears(today)
  const sentences = useDaySentences(years)
  const { mutateAsync: move } = useMoveCheque()
  const element = useRef<HTMLFormElement>(null)
  const isBounced = step === 'bounced'
  const receiptNumber = currentReceipt(gift)?.number

  const form = useForm({
    initial: { on: typedDay(today), reason: '' },
    isDirty: ({ reason }) => reason !== '',
    validate: ({ on, reason }) => {
      const { fault } = parseTypedDay(on, years)
      return {
        ...(isBounced && reason.trim() === '' && { reason: t`Enter the reason that the bank gave.` }),
        ...(fault && { on: sentences[fault] }),
      }
    },
    send: async ({ on, reason }) => {
      try {
        await move({ gift, step, on: parseTypedDay(on, years).day ?? '', reason: reason.trim() })
      } catch (error) {
        if (isConflict(error))
          onConflict(error.status === 412 ? t`Someone else changed this gift meanwhile.` : error.message)
        throw error
      }
    },
    onSaved: onClose,
  })
  const { draft, change, isSaving, fieldErrors, generalError } = form
  const day = parseTypedDay(draft.on, years).day
  const receivedYear = financialYear(gift.receivedOn)
  const clearedYear =
    step === 'cleared' && day !== undefined && day >= gift.receivedOn ? financialYear(day) : receivedYear
  const announced = useFocusFirstError(element, form.rejection)
  // A bounced cheque cannot be corrected, so Enter alone must not save.
  useCtrlEnter(element, form.save)

  useEffect(() => {
    const start = isBounced ? '[name="reason"]' : 'input'
    element.current?.querySelector<HTMLElement>(start)?.focus()
  }, [isBounced])

  function submit(event: FormEvent) {
    event.preventDefault()
    form.save()
  }

  return (
    <form ref={element} className={styles.form} aria-label={title} noValidate onSubmit={submit}>
      <DateInput
        name="on"
        label={t`On which day?`}
        value={draft.on}
        onChange={(on) => change({ on })}
        years={years}
        errorMessage={fieldErrors.on}
      />
      {isBounced && (
        <TextField
          {...fieldProps(form, 'reason')}
          label={t`Reason of the bank`}
          isRequired
          autoComplete="off"
          maxLength={200}
        />
      )}
      {isBounced && receiptNumber !== undefined && (
        <p className={styles.quiet}>{t`Saving cancels the receipt ${receiptNumber}.`}</p>
      )}
      <div role="status">
        {clearedYear !== receivedYear && (
          <p>{t`It was received in the financial year ${receivedYear} and cleared in ${clearedYear}. Receipt and books count it in ${receivedYear}. Tell the accountant.`}</p>
        )}
      </div>
      <div role="alert">
        {generalError && !isConflict(generalError) && <FieldError id={id}>{failureText(generalError)}</FieldError>}
        <Announcement error={announced} />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant={isBounced ? 'danger' : 'primary'} isPending={isSaving}>
          {t`Save`}
        </Button>
        <Button variant="quiet" disabled={isSaving} onClick={onClose}>{t`Cancel`}</Button>
        <span className={`${styles.quiet} ${styles.keys}`}>{t`Ctrl+Enter saves.`}</span>
      </div>
    </form>
  )
}

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && [409, 412].includes(error.status) && Object.keys(error.fields).length === 0
}
