import { useLingui } from '@lingui/react/macro'

/** How the money came, in the reader's language, of the word that the payment gateway uses; what is not known stays as it is. */
export function usePaymentMethod(): (method: string) => string {
  const { t } = useLingui()
  return (method) => {
    switch (method.toLowerCase()) {
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
      default:
        return method
    }
  }
}
