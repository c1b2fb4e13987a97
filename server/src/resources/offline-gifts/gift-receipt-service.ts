import { CLEARED_MODES, type GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Db } from '../../db/schema.ts'
import { ruleOn } from '../../trust/trust-rules.ts'
import { issueGiftReceipt, type ReceiptDependencies } from '../receipts/receipt-service.ts'
import type { OfflineGiftRow, StoredGift } from './offline-gift-store.ts'

export const WITHOUT_RECEIPT: readonly GiftMode[] = ['in_kind', 'collection']

/**
 * Issues the receipt of a gift if its mode has one and its money is there, or if the settings give a
 * cheque its receipt at once. The donor of a gift with a leaf of a receipt book has that as receipt,
 * unless the settings say otherwise. Returns its number, or null. `replaces` is the number of a
 * cancelled receipt; a gift that had one always gets another.
 */
export async function issueDueReceipt(
  transaction: Db,
  dependencies: ReceiptDependencies,
  { donation, gift }: StoredGift,
  replaces?: string,
): Promise<string | null> {
  if (WITHOUT_RECEIPT.includes(gift.mode)) return null
  const { receiptOnClearing, receiptForLeaf } = ruleOn(await dependencies.trust.inForce(transaction), gift.received_on)
  const isOnClearing = receiptOnClearing && CLEARED_MODES.includes(gift.mode)
  const isBeforeClearing = CLEARED_MODES.includes(gift.mode) && donation.status !== 'captured'
  const isWaiting = isOnClearing && isBeforeClearing
  const hasLeafOnly = gift.leaf_key !== '' && !receiptForLeaf
  if (replaces === undefined && (isWaiting || hasLeafOnly)) return null
  return issueGiftReceipt(transaction, dependencies, {
    donationId: donation.id,
    receivedOn: gift.received_on,
    receiptDay: (isOnClearing && gift.cleared_on) || gift.received_on,
    ...(gift.mode !== 'cash' && { reference: referenceOf(gift) }),
    ...(replaces !== undefined && { replaces }),
    isBeforeClearing,
  })
}

function referenceOf({ instrument_number, instrument_date, bank, reference }: OfflineGiftRow) {
  return { number: instrument_number || reference, bank, day: instrument_date }
}
