import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { Db } from '../../db/db.ts'
import { lockBooks } from '../cash-book/cash-book-store.ts'
import { increaseVersions } from '../donors/donor-gift-store.ts'
import type { Recorder } from '../history/history-service.ts'
import { cancelReceipt, listReceipts, type ReceiptDependencies } from '../receipts/receipt-service.ts'
import { conflict, leafUsed } from './gift-sentences.ts'
import { addToBook, assertNotOnSlip, getGift, issueDueReceipt } from './offline-gift-service.ts'
import * as store from './offline-gift-store.ts'

export interface RemovalDependencies extends ReceiptDependencies {
  recorder: Recorder
}

/** Locks the cash books if the donation was entered by hand. Call it before locking the donation. */
export async function lockBooksOf(transaction: Db, id: string): Promise<void> {
  if (await store.findOfflineGift(transaction, id)) await lockBooks(transaction)
}

interface RemovedDonation {
  id: string
  /** Paise. */
  amount: number
  donorName: string | null
  receipt: { token: string; number?: string } | null
}

/**
 * Takes the gift out of the cash book and cancels its receipt, in the transaction that marks its
 * donation as deleted. Does nothing for a donation that was paid online. Throws 409 for cash on a
 * deposit slip.
 */
export async function removeGift(
  transaction: Db,
  { config, recorder }: RemovalDependencies,
  { id, amount, donorName, receipt }: RemovedDonation,
): Promise<void> {
  const gift = await store.findOfflineGift(transaction, id)
  if (!gift) return
  assertNotOnSlip(gift)
  // A bounced cheque was taken out before.
  if (gift.bounced_on === null) {
    const today = zonedDate(Date.now(), config.timeZone)
    const entry = { kind: 'deletion', day: gift.received_on, today, amount: 0 - amount } as const
    const columns = { receipt_token: receipt?.token ?? null, receipt_number: receipt?.number ?? null }
    const donation = { donor_name: donorName, ...columns }
    await addToBook(transaction, recorder, { gift, donation }, entry)
  }
  await cancelReceipt(transaction, id, 'deleted')
}

/**
 * Undoes `removeGift` in the transaction that restores the donation. Returns the number of the receipt
 * that replaces the cancelled one; null for none. Throws 409 if the leaf was used for another gift.
 */
export async function restoreGift(
  transaction: Db,
  dependencies: RemovalDependencies,
  id: string,
): Promise<string | null> {
  if (!(await store.findOfflineGift(transaction, id))) return null
  await increaseVersions(transaction, [id])
  const stored = await getGift(transaction, id)
  const { received_on, bounced_on, leaf_key } = stored.gift
  const other = await store.findOtherGift(transaction, id, { key: 'leaf_key', value: leaf_key })
  if (other) throw conflict(leafUsed(other.received_on, other.donor_name ?? ''))
  const last = (await listReceipts(transaction, id)).at(-1)
  const receiptNumber =
    last?.reason === 'deleted'
      ? await issueDueReceipt(transaction, dependencies, stored, { replaces: last.number })
      : null
  if (bounced_on === null) {
    const today = zonedDate(Date.now(), dependencies.config.timeZone)
    const entry = { kind: 'restoration', day: received_on, today, amount: stored.donation.amount } as const
    await addToBook(transaction, dependencies.recorder, await getGift(transaction, id), entry)
  }
  return receiptNumber
}
