import { useLingui } from '@lingui/react/macro'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'

/** Names how a gift came that was entered by hand. */
export function useGiftModeName(): (mode: GiftMode) => string {
  const { t } = useLingui()
  const names: Record<GiftMode, string> = {
    cash: t({ message: 'Cash', context: 'how a gift came' }),
    cheque: t({ message: 'Cheque', context: 'how a gift came' }),
    draft: t({ message: 'Demand draft', context: 'how a gift came' }),
    bank_transfer: t({ message: 'Bank transfer', context: 'how a gift came' }),
    upi: t({ message: 'UPI', context: 'how a gift came' }),
    card: t({ message: 'Card machine', context: 'how a gift came' }),
    in_kind: t({ message: 'In kind', context: 'how a gift came' }),
    collection: t({ message: 'Collection', context: 'how a gift came' }),
  }
  return (mode) => names[mode]
}
