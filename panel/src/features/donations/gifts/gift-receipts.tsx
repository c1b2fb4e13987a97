import { useLingui } from '@lingui/react/macro'
import type { CancelReason, ReceiptDonorField } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift, GiftReceipt } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useRef } from 'react'
import Printer from '~icons/lucide/printer'
import { useClosedBookText } from '../../../records/closed-book.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { isDoubleClick } from '../../../ui/dialog/double-click.ts'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { useReceiptDownload } from '../details/receipt-queries.ts'
import { currentReceipt } from './current-receipt.ts'
import { useRenewReceipt } from './gift-queries.ts'
import styles from './gift-receipts.module.css'

/** All receipts of a gift; the cancelled ones are struck through. */
export function GiftReceipts({ gift }: { gift: Gift }) {
  const { t } = useLingui()
  const part = useRef<HTMLElement>(null)
  const reasons: Record<CancelReason, string> = {
    corrected: t`Cancelled because the gift was corrected`,
    bounced: t`Cancelled because the cheque bounced`,
    deleted: t`Cancelled because the gift was deleted`,
    disputed: t`Cancelled because the dispute was lost`,
  }
  if (gift.receipts.length === 0) return null
  return (
    <section ref={part} aria-label={t`Receipts`} tabIndex={-1} className={styles.part}>
      <h3 className={styles.title}>{t`Receipts`}</h3>
      <ul className={styles.list}>
        {gift.receipts.map((receipt) => {
          const { number, cancelledAt, reason } = receipt
          return (
            <li key={number} className={styles.receipt}>
              <div>
                {cancelledAt === null ? <strong>{number}</strong> : <s>{number}</s>}
                {cancelledAt !== null && (
                  <p className={styles.reason}>
                    {reason ? reasons[reason] : t`Cancelled`}
                    {' · '}
                    <DateTime moment={cancelledAt} />
                  </p>
                )}
              </div>
              <ReceiptDownload giftId={gift._id} receipt={receipt} />
            </li>
          )
        })}
      </ul>
      <OutdatedReceipt gift={gift} onRenewed={() => part.current?.focus()} />
    </section>
  )
}

interface OutdatedReceiptProps {
  gift: Gift
  onRenewed: () => void
}

/** Names the fields in which the receipt differs from the donor's record. Replaces it after a question. */
function OutdatedReceipt({ gift, onRenewed }: OutdatedReceiptProps) {
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

/** Downloads a receipt to print it; a cancelled one says that it is cancelled. */
export function ReceiptDownload({ giftId, receipt }: { giftId: string; receipt: GiftReceipt }) {
  const { t } = useLingui()
  const { save, isPending } = useReceiptDownload()
  const { number } = receipt
  return (
    <Button
      icon={<Printer aria-hidden="true" />}
      aria-label={t`Print receipt ${number}`}
      isPending={isPending}
      onClick={(event) => isDoubleClick(event) || save({ _id: giftId, receipt })}
    >
      {t({ message: 'Print', context: 'a receipt' })}
    </Button>
  )
}
