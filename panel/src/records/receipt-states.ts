import { useLingui } from '@lingui/react/macro'
import type { ReceiptState } from '@sevadesk/contract/gifts/offline-gift.ts'

export function useReceiptStates(): Readonly<Record<ReceiptState, string>> {
  const { t } = useLingui()
  return {
    valid: t({ message: 'Valid', context: 'a receipt' }),
    corrected: t`Cancelled because the gift was corrected`,
    bounced: t`Cancelled because the cheque bounced`,
    deleted: t`Cancelled because the gift was deleted`,
    disputed: t`Cancelled because the dispute was lost`,
    refunded: t`Void because the payment was refunded`,
  }
}
