import { sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** How much of `donation_changes` a reader has seen. */
export type Mark = string

export interface Changes {
  /** What was seen by now. */
  mark: Mark
  /** Where donations have changed since; `all` when there are too many to tell. */
  places: ReadonlySet<string> | 'all'
}

/** More than so many are not told apart: then all is read anew. */
const PLACES_LIMIT = 5000

interface ChangeRow {
  mark: string
  kind: string | null
  place: string | null
}

/**
 * Where donations have changed since a mark: hours as `YYYY-MM-DDTHH`, or donors' keys. Never less than what has changed. `since` must have
 * been read before `snapshot` began.
 */
export async function readChanges(snapshot: Db, kind: 'hour' | 'donor', since: Mark): Promise<Changes> {
  const newer = isPostgres(snapshot) ? newerInPostgres(kind, since) : newerInSqlite(kind, since)
  const { rows } = await newer.execute(snapshot)
  const mark = String(rows[0]?.mark)
  const isAll = rows.length > PLACES_LIMIT || rows.some((row) => row.kind === 'all') || isSetBack(mark, since)
  return { mark, places: isAll ? 'all' : new Set(rows.flatMap(({ place }) => place ?? [])) }
}

export async function readMark(snapshot: Db): Promise<Mark> {
  const mark = isPostgres(snapshot) ? POSTGRES_MARK : SQLITE_MARK
  const { rows } = await sql<{ mark: string | number }>`select ${mark} as mark`.execute(snapshot)
  return String(rows[0]?.mark)
}

const SQLITE_MARK = sql`(select coalesce(max(version), 0) from donation_changes)`

/** The plus keeps SQLite from its index on the kind: nearly all notes are of one, and few are new. */
function newerInSqlite(kind: string, since: Mark) {
  return sql<ChangeRow>`
    select seen.mark, change.kind, change.place from (select ${SQLITE_MARK} as mark) seen
    left join donation_changes change on change.version > ${Number(since)} and +change.kind in (${kind}, 'all')
    limit ${PLACES_LIMIT + 1}`
}

/** Transactions end in another order than they began, so that a mark is the list of those that were still open. */
const POSTGRES_MARK = sql`pg_current_snapshot()::text`

function newerInPostgres(kind: string, since: Mark) {
  const then = sql`${since}::pg_snapshot`
  return sql<ChangeRow>`
    select seen.mark, change.kind, change.place from (select ${POSTGRES_MARK} as mark) seen
    left join donation_changes change on change.version >= pg_snapshot_xmin(${then})::text::bigint
      and not pg_visible_in_snapshot(change.version::text::xid8, ${then}) and change.kind in (${kind}, 'all')
    limit ${PLACES_LIMIT + 1}`
}

/** Only of numbers that count up: somebody has emptied the table. */
function isSetBack(mark: Mark, since: Mark): boolean {
  return Number(mark) < Number(since)
}

/** Drops notes of transactions that are yet to come: they came with a copy of another PostgreSQL server and would never be seen. */
export async function dropForeignNotes(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  await sql`delete from donation_changes where version >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.execute(
    db,
  )
}
