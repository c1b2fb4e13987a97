import { useLingui } from '@lingui/react/macro'
import type { ChequeStep } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { formatDay } from '../../../ui/format/date-time.tsx'
import { currentReceipt } from './current-receipt.ts'
import { useUndoChequeStep } from './gift-queries.ts'

/** What was recorded about a cheque, and its day: `YYYY-MM-DD`. */
export interface RecordedStep {
  step: ChequeStep
  on: string
}

interface ChequeUndoProps {
  gift: Gift
  step: RecordedStep
  /** Names the step. */
  name: string
  onUndone: () => void
}

/** Takes back the last step, after a question. */
export function ChequeUndo({ gift, step: { step, on }, name, onUndone }: ChequeUndoProps) {
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
