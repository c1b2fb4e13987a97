import type { HistoryAction } from '@sevadesk/contract/history.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import * as store from './donation-store.ts'

/**
 * Removes a donation from every list, total and export, and records it in the history (reading D2).
 * Throws notFound().
 */
export async function deleteDonation(db: Db, id: string, recorder: Recorder): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const donation = await store.markDeleted(transaction, id, recorder.actor)
    if (!donation) throw noSuchDonation()
    await recorder.record(transaction, entryAbout(donation, 'donation.deleted'))
  })
}

/**
 * Restores a deleted donation and records it in the history. With `deletedById`, only if this
 * account deleted it. Throws notFound().
 */
export async function restoreDonation(db: Db, id: string, recorder: Recorder, deletedById?: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const donation = await store.unmarkDeleted(transaction, id, deletedById)
    if (!donation) throw notDeleted()
    await recorder.record(transaction, entryAbout(donation, 'donation.restored'))
  })
}

/** Records who exported which donations, but not for what they searched: that may be a donor's PAN. */
export async function recordExport(
  db: Db,
  recorder: Recorder,
  { search, ...filter }: { search?: string },
): Promise<void> {
  const details = { ...filter, ...(search && { search: true }) }
  await db
    .transaction()
    .execute((transaction) =>
      recorder.record(transaction, { action: 'donation.exported', recordKind: 'donation', recordId: '', details }),
    )
}

export function noSuchDonation() {
  return notFound({
    en: 'There is no such donation, or it has been deleted already.',
    hi: 'ऐसा कोई दान नहीं है, या इसे पहले ही हटाया जा चुका है।',
  })
}

export function notDeleted() {
  return notFound({
    en: 'There is no such deleted donation, or it has been restored already.',
    hi: 'हटाए गए दानों में यह नहीं है, या इसे पहले ही वापस लाया जा चुका है।',
  })
}

function entryAbout(
  { _id, amount, currency, donorName, localStatus, receipt }: store.FullDonation,
  action: HistoryAction,
): HistoryEntry {
  const details = { amount, currency, donorName, status: localStatus, receiptNumber: receipt?.number ?? null }
  return { action, recordKind: 'donation', recordId: _id, details }
}
