import { useLingui } from '@lingui/react/macro'
import type { OutdatedOnReceipt } from '@sevadesk/contract/gifts/offline-gift.ts'
import { useMayInDonations } from '../../../session/use-me.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import styles from './gift-receipts.module.css'

interface OutdatedReceiptProps {
  /** Of the valid receipt. */
  number: string | undefined
  fields: readonly OutdatedOnReceipt[]
  /** Shown with the question. */
  hint?: string | undefined
  isPending: boolean
  onConfirm: () => void
}

/** Says why a receipt is outdated. Replaces it after a question; after a lost dispute, only cancels it. */
export function OutdatedReceipt({ number, fields, hint, isPending, onConfirm }: OutdatedReceiptProps) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const mayCancel = useMayInDonations('cancel')
  if (fields.length === 0) return null

  const isOfDispute = fields.includes('dispute')
  const isLost = isOfDispute && number !== undefined
  const names: Record<OutdatedOnReceipt, string> = { name: t`Name`, pan: t`PAN`, address: t`Address`, dispute: '' }
  const list = fields.map((field) => names[field]).join(', ')
  const replacing = number
    ? t`The receipt ${number} is cancelled, and its number is not used again. The new receipt names it and prints the donor’s details of today.`
    : t`The new receipt names the cancelled one and prints the donor’s details of today.`
  const ofDispute = isLost
    ? t`The dispute was lost, but the receipt is valid.`
    : t`The dispute was won, but the receipt is cancelled.`

  async function ask() {
    const isConfirmed = await confirm({
      title: isLost ? t`Cancel the receipt?` : t`Issue a new receipt?`,
      text: isLost ? t`The donor’s bank took the money back. The number of the receipt is not used again.` : replacing,
      hint,
      confirmLabel: isLost ? t`Cancel the receipt` : t`Issue the receipt`,
    })
    if (isConfirmed) onConfirm()
  }

  return (
    <div className={styles.outdated} data-print="no">
      <p>{isOfDispute ? ofDispute : t`The receipt no longer matches the donor’s record: ${list}.`}</p>
      {mayCancel && (
        <Button isPending={isPending} onClick={() => void ask()}>
          {isLost ? t`Cancel the receipt` : t`Issue a receipt with today’s details`}
        </Button>
      )}
    </div>
  )
}
