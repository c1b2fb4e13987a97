import type { Page } from '@sevadesk/contract/base/page.ts'
import type { DonorReceipt } from '@sevadesk/contract/donors/donor-schemas.ts'
import type { Db } from '../../db/schema.ts'
import type { ReceiptSnapshot } from '../receipts/content/receipt-snapshot.ts'
import * as store from './donor-receipt-store.ts'
import { noSuchDonor } from './donor-sentences.ts'
import { findDonor } from './donor-store.ts'

interface ReceiptRequest {
  donorId: string
  rangeOf: (total: number) => { page: number; offset: number; limit: number }
}

/** Returns a page of the receipts of a donor, cancelled ones too. Throws notFound(). */
export async function findReceiptPage(db: Db, { donorId, rangeOf }: ReceiptRequest): Promise<Page<DonorReceipt>> {
  if (!(await findDonor(db, donorId))) throw noSuchDonor()
  const total = await store.countReceipts(db, donorId)
  const { page, ...range } = rangeOf(total)
  const receipts = await store.listReceipts(db, donorId, range)
  // The receipt that replaces one may be on another page.
  const all = await store.listSnapshots(db, [...new Set(receipts.map(({ donation_id }) => donation_id))])
  const replacements = new Map(all.map(parseSnapshot).map(({ number, replaces }) => [replaces, number]))
  const rows = receipts.map(({ id, donation_id, token, snapshot, cancelled_at, reason, status }): DonorReceipt => {
    const { number, receiptDay, amount, currency, replaces } = parseSnapshot(snapshot)
    return {
      _id: id,
      donationId: donation_id,
      ...{ number, token, receiptDay, amount, currency },
      state: reason ?? (status?.toLowerCase() === 'refunded' ? 'refunded' : 'valid'),
      cancelledAt: cancelled_at,
      replaces: replaces ?? null,
      replacedBy: replacements.get(number) ?? null,
    }
  })
  return { rows, total, isCapped: false, page }
}

function parseSnapshot(snapshot: string): ReceiptSnapshot {
  return JSON.parse(snapshot)
}
