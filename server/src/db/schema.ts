import { sql } from 'kysely'
import { StartError } from '../errors.ts'
import { type Db, isPostgres } from './db.ts'
import postgresSchema from './schema/postgres.json' with { type: 'json' }
import sqliteSchema from './schema/sqlite.json' with { type: 'json' }

/** The parts of each table, index, trigger and function, in any order: those of a table are its columns and constraints. */
export type Schema = Readonly<Record<string, readonly string[]>>

/** The end of a sentence about a database that does not fit. */
export const CHANGED_OUTSIDE =
  'it was changed outside SevaDesk, or made by a version in development; undo that change, or restore an earlier backup into an empty data folder and database.'

/**
 * Throws StartError if something that this version created is missing or different. What an operator
 * added is none of its business, except columns of its tables.
 */
export async function assertSchema(db: Db): Promise<void> {
  const difference = findDifference(isPostgres(db) ? postgresSchema : sqliteSchema, await readSchema(db))
  if (difference === undefined) return
  throw new StartError(`The database is not as SevaDesk makes it (${difference}): ${CHANGED_OUTSIDE}`)
}

/** Returns the first part of `expected` that `actual` lacks, or a part that one of its objects has besides. */
export function findDifference(expected: Schema, actual: Schema): string | undefined {
  for (const [name, parts] of Object.entries(expected)) {
    const found = actual[name]
    if (!found) return `the ${name} is missing`
    const lacking = parts.find((part) => !found.includes(part))
    if (lacking !== undefined) return `the ${name} lacks “${lacking}”`
    const unknown = found.find((part) => !parts.includes(part))
    if (unknown !== undefined) return `the ${name} has “${unknown}”`
  }
  return undefined
}

/** Reads what the database consists of. */
export async function readSchema(db: Db): Promise<Schema> {
  // Until the end of the transaction: an operator may have turned it on, which changes all texts.
  if (isPostgres(db)) await sql`set local quote_all_identifiers = off`.execute(db)
  const schema: Record<string, string[]> = {}
  for (const { name, definition } of (await (isPostgres(db) ? POSTGRES : SQLITE).execute(db)).rows) {
    const parts = isPostgres(db) ? [normalise(definition)] : splitSqlite(definition)
    schema[name] = [...(schema[name] ?? []), ...parts].sort()
  }
  return schema
}

interface Definition {
  name: string
  definition: string
}

/** Without what a virtual table makes for itself. */
const SQLITE = sql<Definition>`
  select type || ' ' || name as name, sql as definition from sqlite_schema
  where sql is not null and name not like 'sqlite_%'
    and name not in (select name from pragma_table_list where type = 'shadow')
  order by type <> 'table', 1`

/**
 * Without the indexes for searches, which only a server with pg_trgm has, the storage parameters of
 * indexes, “not null” as a constraint, as version 18 lists it, and functions with parameters: ours
 * have none.
 */
const POSTGRES = sql<Definition>`
  with tables as (
    select oid, relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
  ), here as (
    select ' ON ' || quote_ident(current_schema()) || '.' as prefix
  ), objects as (
  select 'table ' || relname as name, concat(
      attname, ' ', format_type(atttypid, atttypmod),
      case when attcollation <> typcollation then ' collate ' || quote_ident(collname) end,
      case when attnotnull then ' not null' end,
      case attgenerated when '' then ' default ' else ' generated always as ' end || pg_get_expr(adbin, adrelid)
    ) as definition
    from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
      join pg_type on pg_type.oid = atttypid
      left join pg_collation on pg_collation.oid = attcollation
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all select 'table ' || relname, pg_get_constraintdef(pg_constraint.oid)
    from tables join pg_constraint on conrelid = tables.oid and contype in ('c', 'f', 'p', 'u')
  union all select 'index ' || indexrelid::regclass,
      regexp_replace(replace(pg_get_indexdef(indexrelid), prefix, ' ON '), ' WITH \\([^)]*\\)', '')
    from here, tables join pg_index on indrelid = tables.oid
    where not exists (select 1 from pg_constraint where conindid = indexrelid)
      and pg_get_indexdef(indexrelid) not like '%gin_trgm_ops%'
  union all select 'trigger ' || tgname || ' on ' || relname,
      replace(pg_get_triggerdef(pg_trigger.oid), prefix, ' ON ') || case when tgenabled in ('O', 'A') then '' else ' disabled' end
    from here, tables join pg_trigger on tgrelid = tables.oid and not tgisinternal
  union all select 'function ' || proname, prosrc
    from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace = current_schema()::regnamespace and lanname = 'plpgsql' and pronargs = 0
  ) select * from objects order by name not like 'table %', name`

function normalise(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Splits a statement at the commas between the columns and constraints of a table. */
function splitSqlite(statement: string): string[] {
  // SQLite quotes a table's new name.
  const text = normalise(statement).replaceAll(/"(\w+)"/g, '$1')
  if (!/^create (?:virtual )?table/i.test(text)) return [text]
  const [start, end] = [text.indexOf('('), text.lastIndexOf(')')]
  const parts = ['']
  let depth = 0
  for (const token of text.slice(start + 1, end).match(/'[^']*'|[(),]|[^'(),]+/g) ?? []) {
    depth += Number(token === '(') - Number(token === ')')
    if (token === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + token)
  }
  return [...parts, text.slice(end + 1)].map((part) => part.trim()).filter((part) => part !== '')
}
