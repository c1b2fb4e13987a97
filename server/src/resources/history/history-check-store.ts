import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { ChainedRow, HistoryHead } from './history-chain.ts'
import { RULE_KIND } from './history-rules.ts'

/** A row as stored, with its values unless they were removed. */
export interface StoredRow extends ChainedRow {
  mac: string
  salt: string | null
  content: string | null
}

/** Lists rows with a greater number than `after`, in their order. */
export async function listRowsAfter(db: Db, after: number, limit: number): Promise<StoredRow[]> {
  return selectRows(db).where('history.n', '>', after).orderBy('history.n').limit(limit).execute()
}

/** Lists the rows that say which values were removed, each with the MAC of the row before it. */
export async function listRuleRows(db: Db): Promise<(StoredRow & { previous_mac: string | null })[]> {
  return selectRows(db)
    .leftJoin('history as previous', (join) => join.on('previous.n', '=', sql<number>`history.n - 1`))
    .select('previous.mac as previous_mac')
    .where('history.record_kind', '=', RULE_KIND)
    .orderBy('history.n')
    .execute()
}

/** Returns undefined if there is no such row. */
export async function findRow(db: Db, n: number): Promise<HistoryHead | undefined> {
  return db.selectFrom('history').select(['n', 'mac']).where('n', '=', n).executeTakeFirst()
}

/** Returns the number of the last row up to `n` that is not later than `at`; 0 if there is none. */
export async function findLastUntil(db: Db, { n, at }: { n: number; at: string }): Promise<number> {
  const rows = db.selectFrom('history').select('n').where('n', '<=', n).where('at', '<=', at)
  return (await rows.orderBy('n', 'desc').limit(1).executeTakeFirst())?.n ?? 0
}

function selectRows(db: Db) {
  return db
    .selectFrom('history')
    .leftJoin('history_values', 'history_values.n', 'history.n')
    .select([
      'history.n',
      'history.at',
      'history.actor_id',
      'history.action',
      'history.record_kind',
      'history.record_id',
      'history.values_hash',
      'history.mac',
      'history_values.salt',
      'history_values.content',
    ])
}
