import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { assertVersion } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import { lockBooks } from '../cash-book/cash-book-store.ts'
import { lockDonors } from '../donors/donor-store.ts'
import { cancelReceipt } from '../receipts/receipt-service.ts'
import { correctBook } from './book-correction-service.ts'
import { donorHistory } from './gift-columns.ts'
import { findOutdated, issueDueReceipt } from './gift-receipt-service.ts'
import { conflict, noSuchGift, RECEIPT_CURRENT } from './gift-sentences.ts'
import { type GiftDependencies, getGift, readGift } from './offline-gift-service.ts'
import * as store from './offline-gift-store.ts'

/**
 * Cancels the receipt and issues another one with what the donor's record says today. The cash book
 * gets entries if it names the donor otherwise. Throws notFound(), 412 if the gift has another version
 * than expected, and 409 unless a receipt holds that says something else.
 */
export async function renewReceipt(
  dependencies: GiftDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  { id, expectedVersion }: { id: string; expectedVersion: string | undefined },
): Promise<Gift> {
  const { db, config, recorder, recordIdempotencyKey } = dependencies
  const { timeZone } = config
  return db.transaction().execute(async (transaction) => {
    await lockDonors(transaction)
    await lockBooks(transaction)
    const before = await store.lockGift(transaction, id)
    if (!before) throw noSuchGift()
    assertVersion(expectedVersion, await readGift(transaction, before))
    if ((await findOutdated(transaction, before)).length === 0) throw conflict(RECEIPT_CURRENT)
    await store.updateGift(transaction, before, { gift: {} }, timeZone)
    const replaces = (await cancelReceipt(transaction, id, 'corrected')) ?? undefined
    const receiptNumber = await issueDueReceipt(transaction, dependencies, before, { replaces, copiesDonor: true })
    const after = await getGift(transaction, id)
    const today = zonedDate(Date.now(), timeZone)
    await correctBook(transaction, dependencies, { before, after, today })
    const renewed = await readGift(transaction, after)
    await recordIdempotencyKey(transaction, renewed)
    const { amount, donor_name: donorName } = after.donation
    await recorder.record(transaction, {
      action: 'gift.receipt-renewed',
      recordKind: 'donation',
      recordId: id,
      before: donorHistory(before),
      after: donorHistory(after),
      details: {
        ...{ amount, currency: DEFAULT_CURRENCY, donorName, mode: after.gift.mode, receiptNumber },
        ...(replaces !== undefined && { replacedReceipt: replaces }),
      },
    })
    return renewed
  })
}
