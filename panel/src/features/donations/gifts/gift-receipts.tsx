import { useLingui } from '@lingui/react/macro'
import type { Gift, GiftReceipt } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useRef } from 'react'
import Printer from '~icons/lucide/printer'
import { useClosedBookText } from '../../../records/closed-book.ts'
import { useReceiptStates } from '../../../records/receipt-states.ts'
import { Button } from '../../../ui/base/button.tsx'
import { isDoubleClick } from '../../../ui/dialog/double-click.ts'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { useReceiptDownload } from '../details/receipt-queries.ts'
import { currentReceipt } from './current-receipt.ts'
import { useRenewReceipt } from './gift-queries.ts'
import styles from './gift-receipts.module.css'
import { OutdatedReceipt } from './outdated-receipt.tsx'

/** All receipts of a gift; the cancelled ones are struck through. */
export function GiftReceipts({ gift }: { gift: Gift }) {
  const { t } = useLingui()
  const part = useRef<HTMLElement>(null)
  const renew = useRenewReceipt()
  const states = useReceiptStates()
  const closedBookText = useClosedBookText()
  const { receipts, outdatedOnReceipt: fields, receivedOn, booksClosedUpTo } = gift
  if (receipts.length === 0) return null
  // The book names the donor, but neither PAN nor address.
  const closed = { kind: 'correction', days: [receivedOn], closedUpTo: booksClosedUpTo } as const
  const hint = fields.includes('name') ? closedBookText(closed) : undefined
  return (
    <section ref={part} aria-label={t`Receipts`} tabIndex={-1} className={styles.part}>
      <h3 className={styles.title}>{t`Receipts`}</h3>
      <ul className={styles.list}>
        {receipts.map((receipt) => {
          const { number, cancelledAt, reason } = receipt
          return (
            <li key={number} className={styles.receipt}>
              <div>
                {cancelledAt === null ? <strong>{number}</strong> : <s>{number}</s>}
                {cancelledAt !== null && (
                  <p className={styles.reason}>
                    {reason ? states[reason] : t`Cancelled`}
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
      <OutdatedReceipt
        number={currentReceipt(gift)?.number}
        fields={fields}
        hint={hint}
        isPending={renew.isPending}
        onConfirm={() => renew.mutate({ gift }, { onSuccess: () => part.current?.focus() })}
      />
    </section>
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
