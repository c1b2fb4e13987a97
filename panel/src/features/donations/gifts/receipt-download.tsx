import { useLingui } from '@lingui/react/macro'
import type { GiftReceipt } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import Printer from '~icons/lucide/printer'
import { Button } from '../../../ui/base/button.tsx'
import { isDoubleClick } from '../../../ui/dialog/double-click.ts'
import { useReceiptDownload } from '../details/receipt-queries.ts'

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
