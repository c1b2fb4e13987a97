import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import { type DonationConditions, filterConditions } from '../donation-conditions-store.ts'
import { isFullTextQuery, numbersByFullText } from '../search/donation-full-text-store.ts'

/** When money was received: half-open, UTC ISO 8601. */
export interface ReceivedRange {
  from: string
  to: string
}

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
  const isFullText = !isPostgres(db) && isFullTextQuery(query)
  const rest = filterConditions({ ...conditions, days: undefined, query: isFullText ? [] : query })
  const all = [sql`deleted_at is null`, ...receivedWithin(received), ...rest]
  if (isFullText) {
    const numbers = numbersByFullText({ query, searchIn, status: 'all', days: undefined })
    all.push(sql`donations.n in (${numbers})`)
  }
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

export function receivedWithin(received: ReceivedRange | undefined): RawBuilder<unknown>[] {
  return received ? [sql`received_at >= ${received.from}`, sql`received_at < ${received.to}`] : []
}
