import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Other tables, such as receipts, only hold rows that refer to these. */
const CONTENT = [
  'photos',
  'events',
  'home_videos',
  'donations',
  'donors',
  'messages',
  'institutions',
  'purposes',
  'cash_book_closings',
  'trash',
] as const

/**
 * Whether nobody entered anything: the database has no content, no details of the trust that a
 * person saved, and at most one account, the superadmin that the first start creates.
 */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of CONTENT) {
    if (await db.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst()) return false
  }
  const saved = db.selectFrom('trust_settings').select('version').where('saved_by_id', 'is not', null)
  if (await saved.limit(1).executeTakeFirst()) return false
  const admins = await db.selectFrom('admins').select('role').limit(2).execute()
  return admins.every(({ role }) => role === 'superadmin') && admins.length <= 1
}
