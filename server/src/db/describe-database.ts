import type { SystemStatus } from '@sevadesk/contract/base/system-schemas.ts'
import { sql } from 'kysely'
import { type Db, isPostgres } from './db.ts'

/** Returns the kind of database, its version, and its bytes with all indexes. */
export async function describeDatabase(db: Db): Promise<SystemStatus['database']> {
  const engine = isPostgres(db) ? 'PostgreSQL' : 'SQLite'
  const facts = isPostgres(db)
    ? sql<{ version: string; bytes: number }>`
        select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
    : sql<{ version: string; bytes: number }>`
        select sqlite_version() as version, page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()`
  const { version = '', bytes = 0 } = (await facts.execute(db)).rows[0] ?? {}
  return { engine, version, bytes }
}
