import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import type { Recorder } from '../history/history-service.ts'
import * as store from './donation-store.ts'

/** Returns the PAN in full, and records who asked if there is one. Throws notFound(). */
export async function showNumbers({ db, recorder }: { db: Db; recorder: Recorder }, id: string) {
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
