import type { CancelReason, ReceiptState } from '@sevadesk/contract/gifts/offline-gift.ts'

/** Columns of a donation, and why its receipt was cancelled. */
interface StateColumns {
  reason: CancelReason | null
  status: string | null
  deleted_at: string | null
}

/** The receipt of a deleted donation that was paid online is valid again once the donation is restored. */
export function receiptState({ reason, status, deleted_at }: StateColumns): ReceiptState {
  if (reason !== null) return reason
  if (deleted_at !== null) return 'deleted'
  return ['refunded', 'cancelled', 'canceled'].includes((status ?? '').toLowerCase()) ? 'refunded' : 'valid'
}
