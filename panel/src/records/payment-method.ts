import { useLingui } from '@lingui/react/macro'
import { GIFT_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { useGiftModeName } from './gift-field-names.ts'

/**
 * Names the mode of a gift that was entered by hand, or translates the payment gateway's name of a
 * method. Returns unknown names unchanged.
 */
export function usePaymentMethod(): (method: string) => string {
  const { t } = useLingui()
  const giftModeName = useGiftModeName()
  return (method) => {
    const name = method.toLowerCase()
    switch (name) {
      case 'upi':
        return t`UPI`
      case 'card':
        return t({ message: 'Card', context: 'way of paying' })
      case 'netbanking':
        return t`Net banking`
      case 'wallet':
        return t({ message: 'Wallet', context: 'way of paying' })
      case 'emi':
        return t`EMI`
      default: {
        const mode = GIFT_MODES.find((each) => each === name)
        return mode ? giftModeName(mode) : method
      }
    }
  }
}
