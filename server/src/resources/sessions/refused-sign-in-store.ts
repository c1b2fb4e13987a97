import { sql } from 'kysely'
import type { Db, Tables } from '../../db/schema.ts'

const KEY = ['minute', 'action', 'admin_id', 'network'] as const

export type RefusedSignIns = Tables['refused_sign_ins']

export async function countRefusal(db: Db, row: Omit<RefusedSignIns, 'count'>): Promise<void> {
  await db
    .insertInto('refused_sign_ins')
    .values({ ...row, count: 1 })
    .onConflict((conflict) =>
      conflict.columns([...KEY]).doUpdateSet({ count: sql<number>`refused_sign_ins.count + 1` }),
    )
    .execute()
}

/**
 * Deletes up to `limit` rows of other minutes than `minute` and returns them with usernames. Minutes
 * in the future are from a clock that was ahead.
 */
export async function takeRefusals(
  transaction: Db,
  { minute, latest, limit }: { minute: string; latest: string; limit: number },
): Promise<(RefusedSignIns & { username: string | null })[]> {
  const oldest = transaction
    .selectFrom('refused_sign_ins')
    .select(KEY)
    .where((row) => row.or([row('minute', '<', minute), row('minute', '>', latest)]))
    .orderBy('minute')
    .limit(limit)
  const rows = await transaction
    .deleteFrom('refused_sign_ins')
    .where(({ eb, refTuple }) => eb(refTuple(...KEY), 'in', oldest.$asTuple(...KEY)))
    .returningAll()
    .execute()
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ admin_id }) => admin_id))]
  const admins = await transaction.selectFrom('admins').select(['id', 'username']).where('id', 'in', ids).execute()
  const names = new Map(admins.map(({ id, username }) => [id, username]))
  return rows.map((row) => ({ ...row, username: names.get(row.admin_id) ?? null }))
}
