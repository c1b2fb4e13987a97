import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { type Actor, insertAudit } from '../audit/audit-store.ts'
import * as store from './donation-store.ts'

/**
 * Removes a donation from every list, total and export, and records it in the audit log (reading
 * D2). Throws notFound().
 */
export async function deleteDonation(db: Db, id: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const donation = await store.markDeleted(transaction, id)
    if (!donation) throw noSuchDonation()
    await insertAudit(transaction, {
      actor,
      action: store.DONATION_DELETED,
      subjectId: id,
      details: auditDetails(donation),
    })
  })
}

/** Restores a deleted donation and records it in the audit log. Throws notFound(). */
export async function restoreDonation(db: Db, id: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const donation = await store.unmarkDeleted(transaction, id)
    if (!donation) throw notDeleted()
    await insertAudit(transaction, {
      actor,
      action: 'donation.restored',
      subjectId: id,
      details: auditDetails(donation),
    })
  })
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

function auditDetails({ amount, currency, donorName, localStatus, receipt }: store.FullDonation) {
  return { amount, currency, donorName, status: localStatus, receiptNumber: receipt?.number ?? null }
}
