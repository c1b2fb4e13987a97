import { sql } from 'kysely'
import type { Db, Tables } from '../../../db/db.ts'

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

export async function uncountRefusal(
  transaction: Db,
  { minute, action, admin_id, network }: Pick<RefusedSignIns, (typeof KEY)[number]>,
): Promise<void> {
  await transaction
    .updateTable('refused_sign_ins')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where(({ eb, refTuple, tuple }) => eb(refTuple(...KEY), '=', tuple(minute, action, admin_id, network)))
    .where('count', '>', 0)
    .execute()
}

/**
 * Deletes up to `limit` rows of other minutes than `minute` and returns them with usernames; of
 * codes, those before `codesBefore`. Minutes in the future are from a clock that was ahead.
 */
export async function takeRefusals(
  transaction: Db,
  { minute, codesBefore, latest, limit }: { minute: string; codesBefore: string; latest: string; limit: number },
): Promise<(RefusedSignIns & { username: string | null })[]> {
  const oldest = transaction
    .selectFrom('refused_sign_ins')
    .select(KEY)
    .where((row) =>
      row.or([
        row('minute', '<', codesBefore),
        row.and([row('minute', '<', minute), row('action', '!=', 'session.code-missing')]),
        row('minute', '>', latest),
      ]),
    )
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
