import { useLingui } from '@lingui/react/macro'
import type { CancelReason } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useRef } from 'react'
import { DateTime } from '../../../ui/format/date-time.tsx'
import styles from './gift-receipts.module.css'
import { OutdatedReceipt } from './outdated-receipt.tsx'
import { ReceiptDownload } from './receipt-download.tsx'

/** All receipts of a gift; the cancelled ones are struck through. */
export function GiftReceipts({ gift }: { gift: Gift }) {
  const { t } = useLingui()
  const part = useRef<HTMLElement>(null)
  const reasons: Record<CancelReason, string> = {
    corrected: t`Cancelled because the gift was corrected`,
    bounced: t`Cancelled because the cheque bounced`,
    deleted: t`Cancelled because the gift was deleted`,
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
