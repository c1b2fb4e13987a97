import { auditGifts } from './gift-audit.ts'
import type { SentGift } from './gift-desk.ts'
import { auditReceipts, type ReceiptRecords } from './receipt-audit.ts'

/** What the restored copy of a backup must hold of gifts by hand and receipts. */
export interface ExpectedReceipts {
  /** The receipts before the backup began. */
  receipts: ReceiptRecords['receipts']
  /** The gifts that were sent before the backup began. */
  gifts: readonly SentGift[]
  /** The last number of each series at the time of the restore. */
  lastNumbers: ReadonlyMap<string, number>
}

/**
 * Returns what is wrong with a copy: the books must be whole, receipts and acknowledged gifts from
 * before the backup must be there, and all numbers that were issued must be used or void.
 */
export function auditCopiedReceipts(
  copied: ReceiptRecords,
  { receipts, gifts, lastNumbers }: ExpectedReceipts,
): string[] {
  const donationOf = new Map(
    copied.receipts.map(({ series, number, donationId }) => [`${series} ${number}`, donationId]),
  )
  const wrongReceipts = receipts.flatMap(({ series, number, donationId }) => {
    const found = donationOf.get(`${series} ${number}`)
    if (found === donationId) return []
    return `receipt ${number} of ${series} belongs to ${found ?? 'nothing'} in the copy, not to ${donationId}`
  })
  const wrongEnds = [...lastNumbers].flatMap(([series, last]) => {
    const copy = copied.lastNumbers.get(series)
    return copy === last ? [] : `${series} ends with ${copy} in the copy, but ${last} was issued`
  })
  return [...auditReceipts(copied, []), ...auditGifts(copied.gifts, gifts), ...wrongReceipts, ...wrongEnds]
}
