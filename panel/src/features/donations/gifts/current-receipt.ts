import type { Gift, GiftReceipt } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'

/** The valid receipt. */
export function currentReceipt({ receipts }: Gift): GiftReceipt | undefined {
  return receipts.findLast(({ cancelledAt }) => cancelledAt === null)
}
