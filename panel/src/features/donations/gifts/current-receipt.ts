import type { Gift, GiftReceipt } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'

/** The receipt that holds. */
export function currentReceipt({ receipts }: Gift): GiftReceipt | undefined {
  return receipts.findLast(({ cancelledAt }) => cancelledAt === null)
}
