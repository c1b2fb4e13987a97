import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  listHeldPayments,
  markHeldPaymentRefunded,
  recordHeldPayment,
} from '@sevadesk/contract/donations/held-payment.ts'
import type { HeldPayment as HeldRecord } from '@sevadesk/contract/donations/held-payment-schemas.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { DONATION_STALE_KEYS, DONATIONS_KEY } from '../../../queries/query-keys.ts'
import { toPage } from '../../../queries/table-page.ts'
import { useIdempotency } from '../../../queries/use-idempotency.ts'
import { useReload } from '../../../queries/use-send-draft.ts'
import { useIsExtended } from '../../../session/use-me.ts'
import { useDonationSummary } from '../list/donation-queries.ts'

export type HeldPayment = HeldRecord & {
  /** Donation and payment. */
  id: string
}

const PAGE = { querystring: { page: '1', limit: '100' } }

/**
 * The oldest held payments. Not fetched if the backend does not list them, or if its summary counts
 * none. A summary that failed counts nothing, so the list is fetched.
 */
export function useHeldPayments() {
  const isExtended = useIsExtended()
  const { figures, isPending } = useDonationSummary()
  return useQuery({
    queryKey: [...DONATIONS_KEY, 'held'],
    queryFn: async ({ signal }) => {
      const { rows, total } = toPage(await call(listHeldPayments, PAGE, { signal }))
      return { rows: rows.map((held) => ({ ...held, id: `${held.donationId}-${held.paymentId}` })), total }
    },
    enabled: isExtended && !isPending && figures?.heldPayments !== 0,
  })
}

export function useRecordHeldPayment() {
  return useRecording({ errorMessage: msg`Failed to record the payment.`, successMessage: msg`Payment recorded` })
}

/** For a payment that a donation has already: the server records nothing and closes it. */
export function useRemoveHeldPayment() {
  return useRecording({
    errorMessage: msg`Failed to remove the payment.`,
    successMessage: msg`Payment removed from the list`,
  })
}

function useRecording(meta: { errorMessage: MessageDescriptor; successMessage: MessageDescriptor }) {
  const sendOnce = useIdempotency()
  return useMutation({
    mutationFn: (held: HeldPayment) => {
      const params = paramsOf(held)
      return sendOnce({ record: params, content: params }, (key) => call(recordHeldPayment, { params }, { key }))
    },
    onSettled: useReload(...DONATION_STALE_KEYS),
    meta,
  })
}

export function useMarkHeldPaymentRefunded() {
  return useMutation({
    mutationFn: (held: HeldPayment) => call(markHeldPaymentRefunded, { params: paramsOf(held) }),
    onSettled: useReload(...DONATION_STALE_KEYS),
    meta: {
      errorMessage: msg`Failed to mark the payment as refunded.`,
      successMessage: msg`Payment marked as refunded`,
    },
  })
}

function paramsOf({ donationId, paymentId }: HeldPayment) {
  return { id: donationId, paymentId }
}
