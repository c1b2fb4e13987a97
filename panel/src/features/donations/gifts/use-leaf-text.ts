import { useLingui } from '@lingui/react/macro'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'

/** Names the leaf of a receipt book that the donor has; empty without one. */
export function useLeafText(): (gift: Pick<Gift, 'bookNumber' | 'leafNumber'> | undefined) => string {
  const { t } = useLingui()
  return (gift) => {
    const { bookNumber = '', leafNumber = '' } = gift ?? {}
    if (leafNumber === '') return ''
    return bookNumber === '' ? t`Receipt leaf ${leafNumber}` : t`Receipt book ${bookNumber}, leaf ${leafNumber}`
  }
}
