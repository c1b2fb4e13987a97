import type { Db, Tables } from '../../db/schema.ts'
import type { HistoryValues } from './history-values.ts'

export interface HistoryConditions {
  actorId?: string | undefined
  kinds?: readonly string[] | undefined
  recordId?: string | undefined
  /** UTC ISO times, half-open. */
  from?: string | undefined
  to?: string | undefined
}

export interface ListedRow extends Omit<Tables['history'], 'values_hash' | 'mac'> {
  /** Null if a rule removed the values. */
  values: HistoryValues | null
}

/** Newest first. Lists rows with a number smaller than `before`. */
export async function listHistory(
  db: Db,
  { actorId, kinds, recordId, from, to }: HistoryConditions,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ListedRow[]> {
  let page = db.selectFrom('history').select(['n', 'at', 'actor_id', 'action', 'record_kind', 'record_id'])
  if (actorId !== undefined) page = page.where('actor_id', '=', actorId)
  if (kinds !== undefined) page = page.where('record_kind', 'in', kinds)
  if (recordId !== undefined) page = page.where('record_id', '=', recordId)
  if (from !== undefined) page = page.where('at', '>=', from)
  if (to !== undefined) page = page.where('at', '<', to)
  if (before !== undefined) page = page.where('n', '<', before)
  // The values are joined to the page alone: sorting them with all rows takes seconds.
  const rows = await db
    .selectFrom(page.orderBy('n', 'desc').limit(limit).as('page'))
    .leftJoin('history_values', 'history_values.n', 'page.n')
    .selectAll('page')
    .select('content')
    .orderBy('page.n', 'desc')
    .execute()
  return rows.map(({ content, ...row }) => ({ ...row, values: content === null ? null : JSON.parse(content) }))
}
