import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import { lockBooksOf, removeGift, restoreGift } from '../offline-gifts/gift-removal-service.ts'
import type { ReceiptDependencies } from '../receipts/receipt-service.ts'
import * as store from './donation-store.ts'

export interface RemovalDependencies extends ReceiptDependencies {
  db: Db
  recorder: Recorder
}

/**
 * Removes a donation from every list, total and export, and records it in the history (reading D2).
 * A gift that was entered by hand loses its receipt. Throws notFound().
 */
export async function deleteDonation(dependencies: RemovalDependencies, id: string): Promise<void> {
  const { db, recorder } = dependencies
  await db.transaction().execute(async (transaction) => {
    await lockBooksOf(transaction, id)
    const donation = await store.markDeleted(transaction, id, recorder.actor)
    if (!donation) throw noSuchDonation()
    const { amount, donorName, receipt } = donation
    await removeGift(transaction, dependencies, { id, amount, donorName, receipt })
    await recorder.record(transaction, entryAbout(donation, 'donation.deleted'))
  })
}

/**
 * Restores a deleted donation and records it in the history. With `deletedById`, only if this
 * account deleted it. A gift that was entered by hand gets a new receipt. Throws notFound(), and 409
 * if the gift's leaf of a receipt book was used meanwhile.
 */
export async function restoreDonation(
  dependencies: RemovalDependencies,
  id: string,
  deletedById?: string,
): Promise<void> {
  const { db, recorder } = dependencies
  await db.transaction().execute(async (transaction) => {
    await lockBooksOf(transaction, id)
    const donation = await store.unmarkDeleted(transaction, id, deletedById)
    if (!donation) throw notDeleted()
    const receiptNumber = await restoreGift(transaction, dependencies, id)
    const { details, ...entry } = entryAbout(donation, 'donation.restored')
    const recorded = { ...details, ...(receiptNumber !== null && { receiptNumber }) }
    await recorder.record(transaction, { ...entry, details: recorded })
  })
}

/** Returns the PAN in full, and records who asked if there is one. Throws notFound(). */
export async function showNumbers({ db, recorder }: Pick<RemovalDependencies, 'db' | 'recorder'>, id: string) {
  return db.transaction().execute(async (transaction) => {
    const donation = await store.findPan(transaction, id)
    if (!donation) throw noSuchDonation()
    if (donation.donor_pan === null) return { pan: null }
    const details = { donorName: donation.donor_name }
    await recorder.record(transaction, { action: 'donation.pan-shown', recordKind: 'donation', recordId: id, details })
    return { pan: donation.donor_pan }
  })
}

/** Records who exported which donations, but not for what they searched: that may be a donor's PAN. */
export async function recordExport(
  db: Db,
  recorder: Recorder,
  { search, ...filter }: { search?: string; format?: string },
  action: 'donation.exported' | 'donation.exported-for-accountant' = 'donation.exported',
): Promise<void> {
  const details = { ...filter, ...(search && { search: true }) }
  await db
    .transaction()
    .execute((transaction) => recorder.record(transaction, { action, recordKind: 'donation', recordId: '', details }))
}

export function noSuchDonation() {
  return notFound(localised('There is no such donation, or it has been deleted already.'))
}

export function notDeleted() {
  return notFound(localised('There is no such deleted donation, or it has been restored already.'))
}

function entryAbout(
  { _id, amount, currency, donorName, localStatus, receipt }: store.FullDonation,
  action: HistoryAction,
): HistoryEntry {
  const details = { amount, currency, donorName, status: localStatus, receiptNumber: receipt?.number ?? null }
  return { action, recordKind: 'donation', recordId: _id, details }
}
