import { type FilterField, NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** Wanted values of fields; `none` for donations without the field. A missing one matches all. */
export type FieldValues = { readonly [Field in FilterField]?: string | undefined }

/** Equals the expression in the indexes of donations, else none is used. */
export const MODE_KEY = sql<string>`lower(coalesce(payment_method, ''))`

export function hasFields(fields: FieldValues | undefined): boolean {
  return Object.values(fields ?? {}).some((value) => value !== undefined)
}

/** Whether the only field is the collector, and donations without one match. No index has these. */
export function isWithoutCollector({ purpose, institution, mode, collector }: FieldValues = {}): boolean {
  return collector === NO_VALUE && (purpose ?? institution ?? mode) === undefined
}

/** The conditions of the fields on a row of `donations`. */
export function fieldConditions({ purpose, institution, mode, collector }: FieldValues = {}): RawBuilder<unknown>[] {
  return [
    ...(purpose === undefined ? [] : [hasEntry('purpose_id', purpose)]),
    ...(institution === undefined ? [] : [hasEntry('institution_id', institution)]),
    ...(mode === undefined ? [] : [sql`${MODE_KEY} = ${mode === NO_VALUE ? '' : mode.toLowerCase()}`]),
    ...(collector === undefined ? [] : [hasCollector(collector)]),
  ]
}

/**
 * The index of one of the fields, which SQLite would not choose beside a status. Empty on PostgreSQL,
 * which has statistics.
 */
export function fieldIndex(db: Db, { purpose, institution, mode }: FieldValues = {}): RawBuilder<unknown> {
  if (isPostgres(db)) return sql``
  if (purpose !== undefined) return sql`indexed by donations_in_purpose`
  if (institution !== undefined) return sql`indexed by donations_in_institution`
  return mode === undefined ? sql`` : sql`indexed by donations_in_mode`
}

function hasEntry(column: 'purpose_id' | 'institution_id', id: string): RawBuilder<unknown> {
  return id === NO_VALUE ? sql`donations.${sql.ref(column)} is null` : sql`donations.${sql.ref(column)} = ${id}`
}

function hasCollector(name: string): RawBuilder<unknown> {
  // Not `not in`: it reads all gifts that have a collector before the first donation.
  return name === NO_VALUE
    ? sql`not exists (select 1 from offline_gifts where donation_id = donations.id and collected_by <> '')`
    : sql`donations.id in (select donation_id from offline_gifts where collected_by = ${name})`
}

/** Purposes and institutions have lists of their own. */
const MAX_CHOICES = 1000

/** The modes of donations that are not deleted. */
export function listModes(db: Db): Promise<string[]> {
  return distinctTexts(db, MODE_KEY, sql`donations where deleted_at is null`)
}

export function listCollectors(db: Db): Promise<string[]> {
  return distinctTexts(db, sql`collected_by`, sql`offline_gifts where true`)
}

/**
 * Returns the different texts except the empty one, in their order. Looks each up in an index:
 * `select distinct` would read all rows.
 */
async function distinctTexts(db: Db, text: RawBuilder<unknown>, rows: RawBuilder<unknown>): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select ${text} from ${rows} and ${text} > ${after} order by ${text} limit 1)`
  const found = await sql<{ value: string }>`
    with recursive choices(value) as (
      select ${next(sql`''`)} union all select ${next(sql`value`)} from choices where value is not null
    ) select value from choices where value is not null limit ${sql.lit(MAX_CHOICES)}`.execute(db)
  return found.rows.map(({ value }) => value)
}
