import { useLingui } from '@lingui/react/macro'

/** Translates the payment gateway's name of a payment method; returns unknown names unchanged. */
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
