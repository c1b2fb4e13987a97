import type { Db } from '../../db/schema.ts'
import { type ForgettableKind, SIGN_IN_ACTIONS } from './history-rules.ts'

/** Deletes the values of up to `limit` sign-ins before a time. Returns how many. */
export async function thinSignIns(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .selectFrom('history_values')
    .innerJoin('history', 'history.n', 'history_values.n')
    .select('history_values.n')
    .where('history.at', '<', before)
    .where('history.action', 'in', SIGN_IN_ACTIONS)
    .limit(limit)
  return deleteValues(db, old)
}

/** Returns the time of the newest row that is not later than `until`; undefined if there is none. */
export async function findTimeUntil(db: Db, until: string): Promise<string | undefined> {
  const rows = db.selectFrom('history').select('at').where('at', '<=', until)
  return (await rows.orderBy('n', 'desc').limit(1).executeTakeFirst())?.at
}

/** Returns whether sign-ins before a time have values. */
export async function hasOldSignIns(db: Db, before: string): Promise<boolean> {
  const row = await db
    .selectFrom('history')
    .innerJoin('history_values', 'history_values.n', 'history.n')
    .select('history.n')
    .where('history.at', '<', before)
    .where('history.action', 'in', SIGN_IN_ACTIONS)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the values of a record's rows. Returns of how many rows. */
export async function eraseRecord(db: Db, kind: ForgettableKind, recordId: string): Promise<number> {
  const ofRecord = db
    .selectFrom('history')
    .select('n')
    .where('record_kind', '=', kind)
    .where('record_id', '=', recordId)
  return deleteValues(db, ofRecord)
}

async function deleteValues(db: Db, rows: ReturnType<typeof numbers>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('history_values').where('n', 'in', rows).executeTakeFirst()
  return Number(numDeletedRows)
}

function numbers(db: Db) {
  return db.selectFrom('history').select('n')
}
