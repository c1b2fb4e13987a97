import { isSuccessful } from '@sevadesk/contract/donation-status.ts'
import type { AccountantGift, AccountantReceipt } from './accountant-store.ts'

/** A line of the export. */
export interface AccountantRow {
  gift: AccountantGift
  /** Null for a gift without a receipt. */
  receipt: AccountantReceipt | null
  /** Number of the receipt that replaces a cancelled one. */
  replacedBy: string | null
  /** Whether this is the gift's only or last line, which alone has its amount. */
  isCurrent: boolean
}

/** Returns a line for each receipt of the gifts, and for each gift without one. */
export function accountantRows(
  gifts: readonly AccountantGift[],
  receipts: readonly AccountantReceipt[],
): AccountantRow[] {
  const byGift = Map.groupBy(receipts, ({ donationId }) => donationId)
  return gifts.flatMap((gift): AccountantRow[] => {
    const own = byGift.get(gift.id) ?? []
    if (own.length === 0) return [{ gift, receipt: null, replacedBy: null, isCurrent: true }]
    return own.map((receipt, at) => ({
      gift,
      receipt,
      replacedBy: receipt.cancelledAt === null ? null : (own[at + 1]?.snapshot.number ?? null),
      isCurrent: at === own.length - 1,
    }))
  })
}

export const RECEIPT_STATES = {
  valid: 'Valid',
  corrected: 'Cancelled: corrected',
  bounced: 'Cancelled: cheque bounced',
  deleted: 'Cancelled: gift deleted',
  refunded: 'Cancelled: refunded',
} as const

/** Returns the state of the line's receipt; null without a receipt. */
export function receiptState({ gift, receipt }: AccountantRow): keyof typeof RECEIPT_STATES | null {
  if (!receipt) return null
  if (receipt.reason) return receipt.reason
  if (gift.deleted_at !== null) return 'deleted'
  return isRefunded(gift) ? 'refunded' : 'valid'
}

/**
 * Whether the line has the gift's amounts: once for each gift whose money was received, so that the
 * columns can be added up. Gifts in kind have none.
 */
export function hasAmount({ gift, isCurrent }: AccountantRow): boolean {
  const isMoney = gift.payment_method?.toLowerCase() !== 'in_kind'
  return isCurrent && isMoney && gift.deleted_at === null && (isSuccessful(gift.status) || isRefunded(gift))
}

function isRefunded({ status }: AccountantGift): boolean {
  return status?.toLowerCase() === 'refunded'
}
