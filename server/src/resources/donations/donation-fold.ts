import { setImmediate } from 'node:timers/promises'
import { donorKey, donorLines, purposeLine } from '@sevadesk/contract/donation-search.ts'
import { sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { listInOrder } from './donation-places.ts'
import { asText } from './donation-text.ts'

/** So many are folded in one go, which holds other requests up for some 30 ms on SQLite. */
const BATCH = 250

const running = new WeakMap<Db, Promise<void>>()

/**
 * Folds every donation that was written since the last time: what a search looks through, and what tells donors apart. It asks an index and
 * is done when there is nothing to fold. Other requests and other processes go on meanwhile and may write more: a read of these tells in
 * its own snapshot whether it has seen all.
 */
export async function foldDonations(db: Db): Promise<void> {
  while (await areSomeUnfolded(db)) {
    const batch = running.get(db) ?? foldBatch(db).finally(() => running.delete(db))
    running.set(db, batch)
    await batch
    await setImmediate()
  }
}

async function areSomeUnfolded(db: Db): Promise<boolean> {
  const unfolded = db.selectFrom('donations').select('n').where('search_donor', 'is', null).limit(1)
  return (await unfolded.executeTakeFirst()) !== undefined
}

/** The earliest first: whoever is listed after them finds those before in their places. */
async function foldBatch(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    let unfolded = transaction
      .selectFrom('donations')
      .select(['n', 'id', 'donor_name', 'donor_email', 'donor_phone', 'purpose', 'status', 'created_at', 'deleted_at'])
      .where('search_donor', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
    if (isPostgres(db)) unfolded = unfolded.forUpdate()
    const folded = (await unfolded.execute()).map((row) => {
      const fields = {
        donorName: asText(row.donor_name),
        donorEmail: asText(row.donor_email),
        donorPhone: asText(row.donor_phone),
        purpose: asText(row.purpose),
      }
      return {
        n: row.n,
        id: row.id,
        createdAt: row.created_at,
        status: asText(row.status),
        isLiving: row.deleted_at === null,
        searchDonor: donorLines(fields),
        searchPurpose: purposeLine(fields),
        donorKey: donorKey(fields),
      }
    })
    if (folded.length === 0) return
    const rows = folded.map(
      ({ n, searchDonor, searchPurpose, donorKey }) =>
        sql`(cast(${n} as bigint), ${searchDonor}, ${searchPurpose}, ${donorKey})`,
    )
    await sql`
      update donations set search_donor = folded.column2, search_purpose = folded.column3, donor_key = folded.column4
      from (values ${sql.join(rows)}) as folded where donations.n = folded.column1`.execute(transaction)
    if (isPostgres(db)) return
    await listInOrder(
      transaction,
      folded.filter(({ isLiving }) => isLiving),
    )
  })
}
