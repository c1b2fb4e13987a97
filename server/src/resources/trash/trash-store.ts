import type { ErasableKind, TrashKind } from '@sevadesk/contract/records/trash.ts'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Recorder } from '../history/history-service.ts'
import { isFileNamed } from '../media-files/pending-file-store.ts'

export type TrashedRecord = Selectable<Tables['trash']>

/** A row of a table whose records go to the trash, whatever its columns. */
export type RecordRow = Record<string, string | number | null>

/** The table of a kind of record, and what the trash reads of its rows. */
export interface RecordTable {
  kind: ErasableKind
  table: 'photos' | 'home_videos' | 'events' | 'messages' | 'admins' | 'donor_certificates'
  /** The columns with stored paths. */
  files?: readonly string[]
  /** The column with the picture that the trash shows. */
  picture?: string
  /** The column with the gallery. */
  section?: string
  /** Absent if the caller of `moveToTrash` gives the label. */
  label?(row: RecordRow): string
  /** Tables with rows of the record by `admin_id`, which a delete removes and a restore inserts. */
  dependents?: readonly string[]
}

/** The values of a column of the trash that select records. */
export interface Selection {
  column: 'id' | 'section'
  values: readonly string[]
}

export type ListedRecord = Pick<
  TrashedRecord,
  'id' | 'label' | 'section' | 'picture_path' | 'deleted_at' | 'deleted_by'
> & {
  kind: TrashKind
  amount: number | null
  currency: string | null
}

/** Deleted records of one kind. */
export type DeletedRecords = Expression<ListedRecord>

/**
 * Moves a record from its table to the trash. Its files stay. `givenLabel` is for a record that its
 * own row does not name. Returns false if not found.
 */
export async function moveToTrash(
  transaction: Db,
  record: RecordTable,
  id: string,
  { actor }: Pick<Recorder, 'actor'>,
  givenLabel?: string,
): Promise<boolean> {
  const { kind, table, picture, section, label, dependents } = record
  const dependentRows = await readDependents(transaction, dependents, id)
  const { rows } = await sql<RecordRow>`delete from ${sql.table(table)} where id = ${id} returning *`.execute(
    transaction,
  )
  const [row] = rows
  if (!row) return false
  await transaction
    .insertInto('trash')
    .values({
      kind,
      id,
      label: givenLabel ?? label?.(row) ?? '',
      section: section === undefined ? null : String(row[section]),
      picture_path: picture === undefined ? null : ((row[picture] ?? null) as string | null),
      content: JSON.stringify({ ...row, ...(dependents && { dependents: JSON.stringify(dependentRows) }) }),
      deleted_at: new Date().toISOString(),
      deleted_by: actor?.username ?? null,
      overdue_at: null,
    })
    .execute()
  for (const path of filesOf(record, row))
    await transaction
      .insertInto('trashed_files')
      .values({ stem: stemOf(path), path, kind, id })
      .execute()
  return true
}

/**
 * Removes a record from the trash and returns it; `undefined` if it is not there. Of several callers
 * at once, one gets it.
 */
export async function takeFromTrash(
  transaction: Db,
  kind: ErasableKind,
  id: string,
): Promise<TrashedRecord | undefined> {
  return transaction.deleteFrom('trash').where('kind', '=', kind).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function findInTrash(db: Db, kind: ErasableKind, id: string): Promise<TrashedRecord | undefined> {
  return db.selectFrom('trash').selectAll().where('kind', '=', kind).where('id', '=', id).executeTakeFirst()
}

/** Inserts a record into its table again. */
export async function insertRecord(transaction: Db, table: RecordTable['table'], record: RecordRow): Promise<void> {
  const { dependents: _, ...row } = record
  await insertRow(transaction, table, row)
  for (const [dependentTable, rows] of Object.entries(dependentsOf(record)))
    for (const each of rows) await insertRow(transaction, dependentTable, each)
}

async function insertRow(transaction: Db, table: string, row: RecordRow): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(transaction)
}

async function readDependents(
  transaction: Db,
  tables: readonly string[] = [],
  id: string,
): Promise<Record<string, RecordRow[]>> {
  const found: Record<string, RecordRow[]> = {}
  for (const table of tables) {
    const { rows } = await sql<RecordRow>`select * from ${sql.table(table)} where admin_id = ${id}`.execute(transaction)
    found[table] = rows
  }
  return found
}

/** Selects the records of a kind, or only those that have one of the values. */
export function selectTrashed(db: Db, kind: ErasableKind, only?: Selection): DeletedRecords {
  const rows = selectRows(db).where('kind', '=', kind)
  return only ? rows.where(({ or, eb }) => or(only.values.map((value) => eb(only.column, '=', value)))) : rows
}

function selectRows(db: Db) {
  return db
    .selectFrom('trash')
    .select([
      sql<TrashKind>`kind`.as('kind'),
      'id',
      'label',
      'section',
      'picture_path',
      sql<string>`deleted_at`.as('deleted_at'),
      'deleted_by',
    ])
    .select([sql<number | null>`cast(null as bigint)`.as('amount'), sql<string | null>`null`.as('currency')])
}

/** Lists the selected records, last deleted first. */
export async function listTrash(
  db: Db,
  selections: readonly DeletedRecords[],
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedRecord[]> {
  return selectAll(db, selections)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function countTrash(db: Db, selections: readonly DeletedRecords[]): Promise<number> {
  return countRows(db.selectFrom(selectAll(db, selections).as('selected')))
}

function selectAll(db: Db, selections: readonly DeletedRecords[]) {
  let all = selectRows(db).where(sql<SqlBool>`1 = 0`)
  for (const selection of selections) all = all.unionAll(selection)
  return all
}

/** Lists all records of a kind in the trash, for callers that select by their content. */
export async function listTrashed(db: Db, kind: ErasableKind): Promise<TrashedRecord[]> {
  return db.selectFrom('trash').selectAll().where('kind', '=', kind).execute()
}

type StemValue = 'stem' | 'from' | 'to'

/** Files in the trash, and those that are deleted for good once no backup needs them. */
const selectDeletedFiles = preparedQuery<StemValue, string, { path: string; isInTrash: number }>((db, value) => {
  // Only byte order sorts "." before "/" on every PostgreSQL server.
  const pendingPath = isPostgres(db) ? sql<string>`path collate "C"` : sql<string>`path`
  return db
    .selectFrom('trashed_files')
    .select(['path', sql<number>`1`.as('isInTrash')])
    .where('stem', '=', value('stem'))
    .unionAll(
      db
        .selectFrom('pending_files')
        .select(['path', sql<number>`0`.as('isInTrash')])
        .where('state', '=', 'deleting')
        .where(pendingPath, '>=', value('from'))
        .where(pendingPath, '<', value('to')),
    )
})

/** Whether the record of a file is deleted. `stem` as `parseStoredPath` returns it. */
export async function isFileDeleted(db: Db, stem: string): Promise<boolean> {
  for (const { path, isInTrash } of await selectDeletedFiles(db, { stem, from: `${stem}.`, to: `${stem}/` })) {
    // A failed reconciliation leaves `deleting` on files that still have their row.
    if (isInTrash || !(await isFileNamed(db, path))) return true
  }
  return false
}

/**
 * Marks what was deleted before `deletedBefore` as overdue from `now` on. Clears marks from the
 * future, which a server with a wrong clock made.
 */
export async function markOverdue(
  db: Db,
  { deletedBefore, now }: { deletedBefore: string; now: string },
): Promise<void> {
  await db.updateTable('trash').set({ overdue_at: null }).where('overdue_at', '>', now).execute()
  await db
    .updateTable('trash')
    .set({ overdue_at: now })
    .where('deleted_at', '<', deletedBefore)
    .where('overdue_at', 'is', null)
    .execute()
}

export async function listOverdue(
  db: Db,
  { deletedBefore, overdueBefore, limit }: { deletedBefore: string; overdueBefore: string; limit: number },
): Promise<Pick<TrashedRecord, 'kind' | 'id'>[]> {
  return db
    .selectFrom('trash')
    .select(['kind', 'id'])
    .where('deleted_at', '<', deletedBefore)
    .where('overdue_at', '<=', overdueBefore)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
}

/** Rows of the record in other tables, by table. */
export function dependentsOf({ dependents }: RecordRow): Record<string, RecordRow[]> {
  return JSON.parse(String(dependents ?? '{}'))
}

/** The stored paths that a record names. */
export function filesOf({ files = [] }: RecordTable, row: RecordRow): string[] {
  return files.map((column) => String(row[column] ?? '')).filter(Boolean)
}

function stemOf(path: string): string {
  return path.replace(/\.[^./]*$/, '')
}
