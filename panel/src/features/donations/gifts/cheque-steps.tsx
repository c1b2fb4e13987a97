import { useLingui } from '@lingui/react/macro'
import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { isDay } from '@sevadesk/contract/donations/period.ts'
import { type ChequeStep, CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../../api/api-error.ts'
import { useSlipDialog } from '../../../records/donation-deletion.ts'
import { Button } from '../../../ui/base/button.tsx'
import { FieldError } from '../../../ui/base/field-frame.tsx'
import { TextField } from '../../../ui/base/text-field.tsx'
import { useTrust } from '../../../ui/base/trust.tsx'
import { DayInput } from '../../../ui/dates/date-input.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { useFailureText } from '../../../ui/form/failure-text.ts'
import { Announcement, useFocusFirstError } from '../../../ui/form/first-error.tsx'
import { useCtrlEnter } from '../../../ui/form/use-ctrl-enter.ts'
import { fieldProps, useForm } from '../../../ui/form/use-form.ts'
import { formatDay } from '../../../ui/format/date-time.tsx'
import styles from './cheque-steps.module.css'
import { currentReceipt } from './current-receipt.ts'
import { giftYears } from './gift-draft.ts'
import { useMoveCheque, useUndoChequeStep } from './gift-queries.ts'

/** What was recorded about a cheque, and its day: `YYYY-MM-DD`. */
interface RecordedStep {
  step: ChequeStep
  on: string
}

/** Buttons for what the bank did with a cheque or a draft; each asks for the day. */
export function ChequeSteps({ gift }: { gift: Gift }) {
  const { t } = useLingui()
  const { timeZone } = useTrust()
  const [open, setOpen] = useState<ChequeStep>()
  const [conflict, setConflict] = useState('')
  const part = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const names: Record<ChequeStep, string> = { deposited: t`Deposited`, cleared: t`Cleared`, bounced: t`Bounced` }
  const steps = nextSteps(gift)
  const last = lastStep(gift)
  const isGone = open !== undefined && !steps.includes(open)

  // The step was made elsewhere meanwhile, or was the last.
  useEffect(() => {
    if (!isGone) return
    setOpen(undefined)
    part.current?.focus()
  }, [isGone])

  if (steps.length === 0 && !last && conflict === '') return null

  function toggle(step: ChequeStep) {
    setConflict('')
    setOpen(open === step ? undefined : step)
  }

  function endUndo() {
    setConflict('')
    part.current?.focus()
  }

  function close() {
    const dialog = part.current?.closest<HTMLElement>('[role="dialog"]')
    flushSync(() => setOpen(undefined))
    // After the last step nothing is left here.
    const target = part.current ?? dialog
    target?.focus()
  }

  return (
    <fieldset ref={part} className={styles.part} tabIndex={-1} data-print="no">
      <legend className={styles.title}>{t`What the bank did`}</legend>
      <div className={styles.buttons}>
        {steps.map((step) => (
          <Button key={step} aria-expanded={open === step} onClick={() => toggle(step)}>
            {names[step]}
          </Button>
        ))}
        {last && <ChequeUndo gift={gift} step={last} name={names[last.step]} onUndone={endUndo} />}
      </div>
      <div role="alert">
        {conflict && <FieldError id={id}>{`${conflict} ${t`The gift is shown here as it is now.`}`}</FieldError>}
      </div>
      {open && steps.includes(open) && (
        <ChequeStepPart
          key={open}
          gift={gift}
          step={open}
          title={names[open]}
          today={zonedDate(Date.now(), timeZone)}
          onConflict={setConflict}
          onClose={close}
        />
      )}
    </fieldset>
  )
}

function lastStep({ mode, depositedOn, clearedOn, bouncedOn }: Gift): RecordedStep | undefined {
  if (!CLEARED_MODES.includes(mode)) return undefined
  if (bouncedOn !== null) return { step: 'bounced', on: bouncedOn }
  if (clearedOn !== null) return { step: 'cleared', on: clearedOn }
  return depositedOn === null ? undefined : { step: 'deposited', on: depositedOn }
}

/** A bank can still return a cheque after it was cleared. */
function nextSteps({ mode, depositedOn, clearedOn, bouncedOn }: Gift): ChequeStep[] {
  if (!CLEARED_MODES.includes(mode) || bouncedOn !== null) return []
  if (clearedOn !== null) return ['bounced']
  return depositedOn === null ? ['deposited', 'cleared', 'bounced'] : ['cleared', 'bounced']
}

interface ChequeUndoProps {
  gift: Gift
  step: RecordedStep
  /** Names the step. */
  name: string
  onUndone: () => void
}

/** Takes back the last step, after a question. */
function ChequeUndo({ gift, step: { step, on }, name, onUndone }: ChequeUndoProps) {
  const { t, i18n } = useLingui()
  const { confirm } = useConfirm()
  const undo = useUndoChequeStep()
  const day = formatDay(on, i18n.locale)
  const receiptNumber = currentReceipt(gift)?.number
  const isReceiptLost = gift.receipts.at(-1)?.reason === 'bounced'
  const slipDialog = useSlipDialog()

  async function ask() {
    if (step === 'deposited' && gift.depositSlipId !== null)
      return slipDialog(t`“${name}” cannot be taken back yet`, gift.depositSlipId)
    const isConfirmed = await confirm({
      title: t`Take back “${name}”?`,
      text: t`It was recorded for ${day}. You can record it again.`,
      hint: effect(),
      confirmLabel: t`Take back`,
    })
    if (isConfirmed) undo.mutateAsync({ gift, step }).then(onUndone, () => undefined)
  }

  function effect(): string | undefined {
    if (step === 'cleared' && receiptNumber !== undefined) return t`A receipt that was issued on clearing is cancelled.`
    return step === 'bounced' && isReceiptLost ? t`A new receipt replaces the cancelled one.` : undefined
  }

  return <Button variant="quiet" isPending={undo.isPending} onClick={() => void ask()}>{t`Take back “${name}”`}</Button>
}

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
function ChequeStepPart({ gift, step, title, today, onConflict, onClose }: ChequeStepPartProps) {
  const { t } = useLingui()
  const id = useId()
  const failureText = useFailureText()
  const years = giftYears(today)
  const { mutateAsync: move } = useMoveCheque()
  const element = useRef<HTMLFormElement>(null)
  const isBounced = step === 'bounced'
  const receiptNumber = currentReceipt(gift)?.number

  const form = useForm({
    initial: { on: today, reason: '' },
    isDirty: ({ reason }) => reason !== '',
    validate: ({ on, reason }) => ({
      ...(isBounced && isBlank(reason) && { reason: t`Enter the reason that the bank gave.` }),
      ...(!isDay(on) && { on: t`Enter a date.` }),
    }),
    send: async ({ on, reason }) => {
      try {
        await move({ gift, step, on, reason: reason.trim() })
      } catch (error) {
        if (isConflict(error))
          onConflict(error.status === 412 ? t`Someone else changed this gift meanwhile.` : error.message)
        throw error
      }
    },
    onSaved: onClose,
  })
  const { draft, change, isSaving, fieldErrors, generalError } = form
  const day = isDay(draft.on) ? draft.on : undefined
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
      <DayInput
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
