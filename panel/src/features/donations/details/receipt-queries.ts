import { msg } from '@lingui/core/macro'
import { renewDonationReceipt } from '@sevadesk/contract/donations/donation.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { DONATION_STALE_KEYS } from '../../../queries/query-keys.ts'
import { useIdempotency } from '../../../queries/use-idempotency.ts'
import { useReceiptFile } from '../../../queries/use-receipt-file.ts'
import { useReload } from '../../../queries/use-send-draft.ts'

export function useReceiptDownload() {
  return useReceiptFile(msg`Failed to download receipt.`)
}

export function useRenewOnlineReceipt() {
  const sendOnce = useIdempotency()
  return useMutation({
    mutationFn: (id: string) =>
      sendOnce({ record: id, content: {} }, (key) => call(renewDonationReceipt, { params: { id } }, { key })),
    onSettled: useReload(...DONATION_STALE_KEYS),
    meta: {
      errorMessage: msg`Failed to change the receipt`,
      successMessage: msg`Receipt changed`,
      preferServerMessage: true,
    },
  })
}
