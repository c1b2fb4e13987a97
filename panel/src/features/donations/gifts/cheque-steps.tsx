import { useLingui } from '@lingui/react/macro'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { type ChequeStep, CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/base/button.tsx'
import { FieldError } from '../../../ui/base/field-frame.tsx'
import { useTrust } from '../../../ui/base/trust.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { formatDay } from '../../../ui/format/date-time.tsx'
import { ChequeStepPart } from './cheque-step-part.tsx'
import styles from './cheque-steps.module.css'
import { currentReceipt } from './current-receipt.ts'
import { useUndoChequeStep } from './gift-queries.ts'

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

  async function ask() {
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
