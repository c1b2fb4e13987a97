import type { Db } from './schema.ts'

const CONTENT = ['admins', 'photos', 'events', 'home_videos', 'donations', 'messages'] as const

/** Whether nobody has put anything into the database yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of CONTENT) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}
