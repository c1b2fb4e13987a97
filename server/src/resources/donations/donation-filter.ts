import type { Needles } from '@sevadesk/contract/donation-search.ts'
import { type StatusFilter, statusesOf } from '@sevadesk/contract/donation-status.ts'
import type { Span } from '@sevadesk/contract/period.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** Which donations are meant. No needle at all means all of them, as does the lack of a span. */
export interface DonationConditions {
  needles: Needles
  searchIn: 'all' | 'donor'
  status: StatusFilter
  span: Span | undefined
}

/**
 * The living donations that are meant, as `filterDonations` of the contract has them. What is searched must have been folded; with
 * `evenUnfolded`, those that are not are among them whatever their texts say.
 */
export function isMeant(
  db: Db,
  { needles, searchIn, status, span }: DonationConditions,
  { evenUnfolded = false } = {},
): RawBuilder<SqlBool> {
  const isFound = holdsNeedle(db, needles, searchIn)
  const conditions = [
    sql`deleted_at is null`,
    isOfStatus(db, status),
    isWithinSpan(span),
    evenUnfolded ? sql`(search_donor is null or ${isFound})` : isFound,
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

function isOfStatus(db: Db, status: StatusFilter): RawBuilder<unknown> {
  const statuses = statusesOf(status)
  if (!statuses) return sql`true`
  const isOne = sql`lower(status) in (${sql.join(statuses)})`
  // SQLite's `lower` makes text of what is none.
  return isPostgres(db) ? isOne : sql`(${isOne} and typeof(status) = 'text')`
}

function isWithinSpan(span: Span | undefined): RawBuilder<unknown> {
  if (!span) return sql`true`
  const [from, to] = [new Date(span.from).toISOString(), new Date(span.to).toISOString()]
  return sql`(created_at >= ${from} and created_at < ${to})`
}

/** Whether the folded texts hold one of the needles; every donation does when there are none. On SQLite this looks at every row. */
function holdsNeedle(db: Db, needles: Needles, searchIn: 'all' | 'donor'): RawBuilder<SqlBool> {
  if (needles.length === 0) return sql<SqlBool>`true`
  const columns = searchIn === 'donor' ? ['search_donor'] : ['search_donor', 'search_purpose']
  const held = columns.flatMap((column) => needles.map((needle) => holds(db, sql.ref(column), needle)))
  return sql<SqlBool>`(${sql.join(held, sql` or `)})`
}

/** PostgreSQL finds `like` in its trigram index; SQLite's `like` is blind to the case of ASCII and bounded in length. */
function holds(db: Db, column: RawBuilder<unknown>, needle: string): RawBuilder<unknown> {
  if (isPostgres(db)) return sql`${column} like ${`%${needle.replace(/[\\%_]/g, '\\$&')}%`}`
  return sql`instr(${column}, ${needle}) > 0`
}
