import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import { cancelReceipt } from '../receipts/receipt-service.ts'
import { correctBook } from './book-correction-service.ts'
import { changeGift, type GiftAddress } from './gift-change-service.ts'
import { donorHistory } from './gift-columns.ts'
import { findOutdated, issueDueReceipt } from './gift-receipt-service.ts'
import { conflict, RECEIPT_CURRENT } from './gift-sentences.ts'
import { type GiftDependencies, getGift } from './offline-gift-service.ts'
import * as store from './offline-gift-store.ts'

/**
 * Cancels the receipt and issues another one with what the donor's record says today. The cash book
 * gets entries if it names the donor otherwise. Throws as `changeGift`, and 409 unless a valid receipt
 * says something else.
 */
export async function renewReceipt(
  dependencies: GiftDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  address: GiftAddress,
): Promise<Gift> {
  return changeGift(dependencies, address, async (transaction, before, today) => {
    const { id } = address
    if ((await findOutdated(transaction, before)).length === 0) throw conflict(RECEIPT_CURRENT)
    await store.updateGift(transaction, before, { gift: {} }, dependencies.config.timeZone)
    const replaces = (await cancelReceipt(transaction, id, 'corrected')) ?? undefined
    const receiptNumber = await issueDueReceipt(transaction, dependencies, before, { replaces, copiesDonor: true })
    const after = await getGift(transaction, id)
    await correctBook(transaction, dependencies, { before, after, today })
    const { amount, donor_name: donorName } = after.donation
    return {
      action: 'gift.receipt-renewed',
      before: donorHistory(before),
      after: donorHistory(after),
      details: {
        ...{ amount, currency: DEFAULT_CURRENCY, donorName, mode: after.gift.mode, receiptNumber },
        ...(replaces !== undefined && { replacedReceipt: replaces }),
      },
    }
  })
}
