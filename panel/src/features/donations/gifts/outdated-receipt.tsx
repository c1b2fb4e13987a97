import { useLingui } from '@lingui/react/macro'
import type { ReceiptDonorField } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { useClosedBookText } from './closed-book.ts'
import { currentReceipt } from './current-receipt.ts'
import { useRenewReceipt } from './gift-queries.ts'
import styles from './gift-receipts.module.css'

interface OutdatedReceiptProps {
  gift: Gift
  onRenewed: () => void
}

/** Names the fields in which the receipt differs from the donor's record. Replaces it after a question. */
export function OutdatedReceipt({ gift, onRenewed }: OutdatedReceiptProps) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const renew = useRenewReceipt()
  const closedBookText = useClosedBookText()
  const number = currentReceipt(gift)?.number
  const { outdatedOnReceipt: fields, receivedOn, booksClosedUpTo } = gift
  if (number === undefined || fields.length === 0) return null

  const names: Record<ReceiptDonorField, string> = { name: t`Name`, pan: t`PAN`, address: t`Address` }
  const list = fields.map((field) => names[field]).join(', ')

  async function ask() {
    const closed = closedBookText({ kind: 'correction', days: [receivedOn], closedUpTo: booksClosedUpTo })
    const isConfirmed = await confirm({
      title: t`Issue a new receipt?`,
      text: t`The receipt ${number} is cancelled, and its number is not used again. The new receipt names it and prints the donor’s details of today.`,
      // The book names the donor, but neither PAN nor address.
      hint: fields.includes('name') ? closed : undefined,
      confirmLabel: t`Issue the receipt`,
    })
    if (isConfirmed) renew.mutateAsync({ gift }).then(onRenewed, () => undefined)
  }

  return (
    <div className={styles.outdated} data-print="no">
      <p>{t`The receipt no longer matches the donor’s record: ${list}.`}</p>
      <Button isPending={renew.isPending} onClick={() => void ask()}>
        {t`Issue a receipt with today’s details`}
      </Button>
    </div>
  )
}
