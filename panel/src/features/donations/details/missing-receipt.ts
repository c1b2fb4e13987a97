import { useLingui } from '@lingui/react/macro'
import { isSuccessful } from '@sevadesk/contract/donations/donation-status.ts'
import { CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { useIsExtended } from '../../../session/use-is-extended.ts'
import type { Donation } from '../list/donation-queries.ts'

/** Says why a donation has no receipt, as far as the backend's way of issuing them is known. */
export function useMissingReceipt(): (donation: Pick<Donation, 'localStatus' | 'paymentMethod'>) => string {
  const { t } = useLingui()
  const isExtended = useIsExtended()
  return ({ localStatus, paymentMethod }) => {
    const status = localStatus.toLowerCase()
    if (paymentMethod === 'in_kind') return t`No receipt: a gift in kind has none with a number.`
    if (paymentMethod === 'collection') return t`No receipt: a collection has no donor.`
    if (status === 'pending' && CLEARED_MODES.some((mode) => mode === paymentMethod)) {
      return t`No receipt yet: it is issued when the bank has cleared the cheque or draft.`
    }
    if (status === 'pending' || status === 'created') {
      return t`No receipt yet: the payment has not been received.`
    }
    if (!isSuccessful(status) && status !== 'refunded') return t`No receipt: this donation is not successful.`
    if (!isExtended) return t`No receipt: the server has none for this donation.`
    if (status === 'authorized') {
      return t`No receipt yet: the payment is approved but not received. The receipt is issued when it is received.`
    }
    return t`No receipt: none was issued when this donation was recorded.`
  }
}
