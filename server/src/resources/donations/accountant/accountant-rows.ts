import { isSuccessful } from '@sevadesk/contract/donations/donation-status.ts'
import type { AccountantGift, AccountantReceipt } from './accountant-store.ts'

/** A line of the export. */
export interface AccountantRow {
  gift: AccountantGift
  /** Null for a gift without a receipt. */
  receipt: AccountantReceipt | null
  /** Number of the receipt that replaces a cancelled one. */
  replacedBy: string | null
  /** Whether this is the gift's only line or that of its receipt in force, which alone has its amount. */
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
    // By the receipts themselves: the clock may have been set back between two of them.
    const replacing = new Map(own.map(({ snapshot }) => [snapshot.replaces, snapshot.number]))
    const current =
      own.find(({ cancelledAt }) => cancelledAt === null) ??
      own.findLast(({ snapshot }) => !replacing.has(snapshot.number))
    return own.map((receipt) => ({
      gift,
      receipt,
      replacedBy: replacing.get(receipt.snapshot.number) ?? null,
      isCurrent: receipt === current,
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

/**
 * Returns the state of the line's receipt; null without a receipt. Deleting a gift that was paid
 * online does not cancel its receipt.
 */
export function receiptState({ gift, receipt }: AccountantRow): keyof typeof RECEIPT_STATES | null {
  if (!receipt) return null
  if (receipt.reason) return receipt.reason
  return isRefunded(gift) ? 'refunded' : 'valid'
}

/**
 * Whether the line has the gift's amounts: once for each gift whose money was received, so that the
 * columns can be added up. Gifts in kind have none.
 */
export function hasAmount(row: AccountantRow): boolean {
  return isCurrentMoney(row) && isReceived(row.gift)
}

/** Whether the line has the amount of a gift whose money has not come: a cheque that waits or bounced. */
export function hasAmountNotReceived(row: AccountantRow): boolean {
  return isCurrentMoney(row) && !isReceived(row.gift)
}

function isCurrentMoney({ gift, isCurrent }: AccountantRow): boolean {
  return isCurrent && gift.deleted_at === null && gift.payment_method?.toLowerCase() !== 'in_kind'
}

function isReceived(gift: AccountantGift): boolean {
  return isSuccessful(gift.status) || isRefunded(gift)
}

/** In the currency's smallest unit. Older refunds of the whole amount have no own figure. */
export function refundedAmount(gift: AccountantGift): number | null {
  return gift.refunded_amount ?? (isRefunded(gift) ? gift.amount : null)
}

function isRefunded({ status }: AccountantGift): boolean {
  return status?.toLowerCase() === 'refunded'
}
