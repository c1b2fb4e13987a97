import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import {
  type DonationConditions,
  filterConditions,
  type ReceivedRange,
  receivedWithin,
} from '../donation-conditions-store.ts'
import { isFullTextQuery, numbersByFullText } from '../search/donation-full-text-store.ts'

export interface ReceivedQuery {
  conditions: DonationConditions
  /** Undefined: all time. */
  received: ReceivedRange | undefined
}

/** These sort before and after every time. */
export const ALL_TIME = { from: '', to: '~' }

export const BY_RECEIVED = 'donations_by_received'

/**
 * Selects undeleted donations as `matchesConditions` does, but by when their money was received. The
 * days of the conditions are not used.
 */
export function matchesReceived(
  db: Db,
  conditions: DonationConditions,
  received: ReceivedRange | undefined,
): RawBuilder<SqlBool> {
  const { searchIn, query } = conditions
  const isFullText = searchesFullText(db, conditions)
  const rest = filterConditions({ ...conditions, days: undefined, query: isFullText ? [] : query })
  const all = [sql`deleted_at is null`, ...receivedWithin(received), ...rest]
  if (isFullText) {
    const numbers = numbersByFullText({ query, searchIn, status: 'all', days: undefined })
    all.push(sql`donations.n in (${numbers})`)
  }
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

/** Whether SQLite's full-text table finds the donations of `matchesReceived`. */
export function searchesFullText(db: Db, { query }: DonationConditions): boolean {
  return !isPostgres(db) && isFullTextQuery(query)
}

/** SQLite has no statistics, and might choose an index without the amounts, or sort. */
export function indexedBy(db: Db, index: string): RawBuilder<unknown> {
  return isPostgres(db) ? sql`` : sql`indexed by ${sql.ref(index)}`
}
