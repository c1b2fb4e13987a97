import type { Db } from '../../db/schema.ts'

export async function countReceipts(db: Db, donorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('donations')
    .innerJoin('receipts', 'receipts.donation_id', 'donations.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('donor_id', '=', donorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists the receipts of a donor's gifts, those of deleted gifts too, the newest first. */
export async function listReceipts(db: Db, donorId: string, { offset, limit }: { offset: number; limit: number }) {
  return db
    .selectFrom('donations')
    .innerJoin('receipts', 'receipts.donation_id', 'donations.id')
    .leftJoin('receipt_cancellations', 'receipt_id', 'receipts.id')
    .select(['receipts.id', 'donation_id', 'token', 'snapshot', 'cancelled_at', 'reason', 'status'])
    .where('donor_id', '=', donorId)
    .orderBy('issued_at', 'desc')
    .orderBy('series', 'desc')
    .orderBy('number', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** Returns what all receipts of these donations print, as JSON. */
export async function listSnapshots(db: Db, donationIds: readonly string[]): Promise<string[]> {
  if (donationIds.length === 0) return []
  const rows = await db.selectFrom('receipts').select('snapshot').where('donation_id', 'in', donationIds).execute()
  return rows.map(({ snapshot }) => snapshot)
}
