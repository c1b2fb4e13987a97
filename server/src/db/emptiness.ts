import type { Db } from './schema.ts'

const CONTENT = ['photos', 'events', 'home_videos', 'donations', 'messages', 'trash'] as const

/**
 * Whether the database has no content and at most one account, the superadmin that the first start
 * creates.
 */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of CONTENT) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  const admins = await db.selectFrom('admins').select('role').limit(2).execute()
  return admins.every(({ role }) => role === 'superadmin') && admins.length <= 1
}
