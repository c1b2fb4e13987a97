import { mayInDonations } from '@sevadesk/contract/accounts/donation-rights.ts'
import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import { restorableKinds } from '@sevadesk/contract/records/trash.ts'
import type { Db } from '../../db/db.ts'
import { isId } from '../../db/id.ts'
import { notFound } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import { noSuchDonation } from '../donations/donation-list-service.ts'
import type { FullDonation } from '../donations/donation-store.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import { lockBooksOf, removeGift, restoreGift } from '../offline-gifts/gift-removal-service.ts'
import type { ReceiptDependencies } from '../receipts/receipt-service.ts'
import { notInTrash, type TrashCaller, type TrashedKind } from '../trash/trashed-record-service.ts'
import * as store from './deleted-donation-store.ts'

interface RemovalDependencies extends ReceiptDependencies {
  db: Db
  recorder: Recorder
}

/**
 * Removes a donation from every list, total and export, and records it in the history (reading D2).
 * A gift that was entered by hand loses its receipt. Throws notFound().
 */
export async function deleteDonation(dependencies: RemovalDependencies, id: string): Promise<void> {
  const { db, recorder } = dependencies
  if (!isId(id)) throw noSuchDonation()
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
async function restoreDonation(dependencies: RemovalDependencies, id: string, deletedById?: string): Promise<void> {
  const { db, recorder } = dependencies
  if (!isId(id)) throw notDeleted()
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

/** Deleted donations keep their rows, since receipts need them. */
export const trashedDonations: TrashedKind = {
  select: async (db, caller) => store.selectDeleted(db, deleterOf(caller)),
  async restore(dependencies, caller, id) {
    if (!restorableKinds(caller).includes('donation')) throw notInTrash()
    await restoreDonation(dependencies, id, deleterOf(caller))
  },
}

/** With User Information alone, an account restores what it deleted itself. */
function deleterOf(caller: TrashCaller): string | undefined {
  return mayInDonations(caller, 'cancel') ? undefined : caller.id
}

function notDeleted() {
  return notFound(localised('There is no such deleted donation, or it has been restored already.'))
}

function entryAbout(
  { _id, amount, currency, donorName, localStatus, receipt }: FullDonation,
  action: HistoryAction,
): HistoryEntry {
  const details = { amount, currency, donorName, status: localStatus, receiptNumber: receipt?.number ?? null }
  return { action, recordKind: 'donation', recordId: _id, details }
}
