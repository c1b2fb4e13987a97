import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import {
  listHeldPayments,
  markHeldPaymentRefunded,
  recordHeldPayment,
} from '@sevadesk/contract/donations/held-payment.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { type Fields, readInteger, readText, readTimestamp } from '../../../api/records/fields.ts'
import { DONATION_STALE_KEYS, DONATIONS_KEY } from '../../../queries/donation-ledger-query.ts'
import { readPage } from '../../../queries/table-page.ts'
import { useIdempotency } from '../../../queries/use-idempotency.ts'
import { useReload } from '../../../queries/use-send-draft.ts'
import { useIsExtended } from '../../../session/use-is-extended.ts'
import { useDonationSummary } from '../list/donation-queries.ts'

/** Missing texts are empty. Amounts are integer paise. */
export interface HeldPayment {
  /** Donation and payment. Not unique if a backend lists one twice. */
  id: string
  paymentId: string
  donationId: string
  /** A `HoldReason`, or anything else from a backend. */
  reason: string
  amount: number | undefined
  currency: string
  orderedAmount: number | undefined
  orderedCurrency: string
  donorName: string
  donorEmail: string
  donorPhone: string
  heldAt: string
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
    queryFn: async ({ signal }) => readPage(await call(listHeldPayments, PAGE, { signal }), 1, readHeld),
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
  const reload = useReload(...DONATION_STALE_KEYS)
  const sendOnce = useIdempotency()
  return useMutation({
    mutationFn: (held: HeldPayment) => {
      const params = paramsOf(held)
      return sendOnce({ record: params, content: params }, (key) => call(recordHeldPayment, { params }, { key }))
    },
    onSettled: reload,
    meta,
  })
}

export function useMarkHeldPaymentRefunded() {
  const reload = useReload(...DONATION_STALE_KEYS)
  return useMutation({
    mutationFn: (held: HeldPayment) => call(markHeldPaymentRefunded, { params: paramsOf(held) }),
    onSettled: reload,
    meta: {
      errorMessage: msg`Failed to mark the payment as refunded.`,
      successMessage: msg`Payment marked as refunded`,
    },
  })
}

function paramsOf({ donationId, paymentId }: HeldPayment) {
  return { id: donationId, paymentId }
}

function readHeld(fields: Fields): HeldPayment {
  const donationId = readText(fields.donationId)
  const paymentId = readText(fields.paymentId)
  return {
    id: `${donationId}-${paymentId}`,
    paymentId,
    donationId,
    reason: readText(fields.reason),
    amount: readInteger(fields.amount),
    currency: readText(fields.currency) || DEFAULT_CURRENCY,
    orderedAmount: readInteger(fields.orderedAmount),
    orderedCurrency: readText(fields.orderedCurrency) || DEFAULT_CURRENCY,
    donorName: readText(fields.donorName),
    donorEmail: readText(fields.donorEmail),
    donorPhone: readText(fields.donorPhone),
    heldAt: readTimestamp(fields.heldAt),
  }
}
