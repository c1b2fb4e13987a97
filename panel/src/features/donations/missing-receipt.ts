import { useLingui } from '@lingui/react/macro'
import { isSuccessful } from '@sevadesk/contract/donation-status.ts'
import type { Donation } from './donation-queries.ts'
import { useIssuesOnCapture } from './receipt-queries.ts'

/** Says why a donation has no receipt, as far as the backend's way of issuing them is known. */
export function useMissingReceipt(): (donation: Pick<Donation, 'localStatus'>) => string {
  const { t } = useLingui()
  const issuesOnCapture = useIssuesOnCapture()
  return ({ localStatus }) => {
    const status = localStatus.toLowerCase()
    if (status === 'pending' || status === 'created') {
      return t`No receipt yet: the payment has not been received.`
    }
    if (!isSuccessful(status) && status !== 'refunded') return t`No receipt: this donation is not successful.`
    if (!issuesOnCapture) return t`No receipt: the server has none for this donation.`
    if (status === 'authorized') {
      return t`No receipt yet: the payment is approved but not received. The receipt is issued when it is received.`
    }
    return t`No receipt: none was issued when this donation was recorded.`
  }
}
