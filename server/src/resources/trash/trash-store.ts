import type { ErasableKind, TrashKind } from '@sevadesk/contract/records/trash.ts'
import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { lockOutSignIns } from '../accounts/admin-store.ts'
import type { Recorder } from '../history/history-service.ts'
import { isFileNamed } from '../media-files/pending-file-store.ts'
import { dependentsOf, filesOf, RECORD_KINDS, type RecordRow } from './trashed-records.ts'

export type TrashedRecord = Selectable<Tables['trash']>

/** What a caller may restore. */
export interface TrashScope {
  /** Kinds of which the caller may restore every record. */
  kinds: readonly ErasableKind[]
  /** Values of `photos.section_name`. */
  galleries: readonly string[]
  adminIds: readonly string[]
  /** All deleted donations, those that this account deleted, or none. */
  donations: 'all' | { deletedById: string } | 'none'
}

export type ListedRecord = Pick<
  TrashedRecord,
  'id' | 'label' | 'section' | 'picture_path' | 'deleted_at' | 'deleted_by'
> & {
  kind: TrashKind
  amount: number | null
  currency: string | null
}

/**
 * Moves a record from its table to the trash. Its files stay. `givenLabel` is for a record that its
 * own row does not name. Returns false if not found.
 */
export async function moveToTrash(
  transaction: Db,
  kind: ErasableKind,
  id: string,
  { actor }: Pick<Recorder, 'actor'>,
  givenLabel?: string,
): Promise<boolean> {
  const { table, picture, label, dependents } = RECORD_KINDS[kind]
  // A code that a sign-in uses now must not stay in the trash.
  if (dependents) await lockOutSignIns(transaction, id)
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
      section: kind === 'photo' ? String(row.section_name) : null,
      picture_path: picture === undefined ? null : ((row[picture] ?? null) as string | null),
      content: JSON.stringify({ ...row, ...(dependents && { dependents: JSON.stringify(dependentRows) }) }),
      deleted_at: new Date().toISOString(),
      deleted_by: actor?.username ?? null,
      overdue_at: null,
    })
    .execute()
  for (const path of filesOf(kind, row))
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
export async function insertRecord(transaction: Db, kind: ErasableKind, record: RecordRow): Promise<void> {
  const { dependents: _, ...row } = record
  await insertRow(transaction, RECORD_KINDS[kind].table, row)
  for (const [table, rows] of Object.entries(dependentsOf(record)))
    for (const each of rows) await insertRow(transaction, table, each)
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

/** Lists what the scope holds, last deleted first. */
export async function listTrash(
  db: Db,
  scope: TrashScope,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedRecord[]> {
  const none = sql<null>`null`
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
    .where(isInScope(scope))
    .unionAll(
      db
        .selectFrom('donations')
        .select([
          sql<TrashKind>`'donation'`.as('kind'),
          'id',
          sql<string>`coalesce(donor_name, '')`.as('label'),
          none.as('section'),
          none.as('picture_path'),
          sql<string>`deleted_at`.as('deleted_at'),
          'deleted_by',
        ])
        .select([sql<number | null>`amount`.as('amount'), sql<string | null>`currency`.as('currency')])
        .where(isDeletedDonation(scope)),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countTrash(db: Db, scope: TrashScope): Promise<number> {
  const trashed = await db
    .selectFrom('trash')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isInScope(scope))
    .executeTakeFirstOrThrow()
  const donations = await db
    .selectFrom('donations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isDeletedDonation(scope))
    .executeTakeFirstOrThrow()
  return Number(trashed.count) + Number(donations.count)
}

function isInScope({ kinds, galleries, adminIds }: TrashScope) {
  return ({ and, or, eb }: ExpressionBuilder<Tables, 'trash'>) =>
    or([
      ...(kinds.length > 0 ? [eb('kind', 'in', kinds)] : []),
      ...(galleries.length > 0 ? [and([eb('kind', '=', 'photo'), eb('section', 'in', galleries)])] : []),
      ...(adminIds.length > 0 ? [and([eb('kind', '=', 'admin'), eb('id', 'in', adminIds)])] : []),
    ])
}

function isDeletedDonation({ donations }: TrashScope) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'donations'>) => {
    if (donations === 'none') return sql<SqlBool>`1 = 0`
    const isDeleted = eb('deleted_at', 'is not', null)
    return donations === 'all' ? isDeleted : and([isDeleted, eb('deleted_by_id', '=', donations.deletedById)])
  }
}

/** Admins in the trash, whom a rule on their rights selects. */
export async function listTrashedAdmins(db: Db): Promise<TrashedRecord[]> {
  return db.selectFrom('trash').selectAll().where('kind', '=', 'admin').execute()
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

function stemOf(path: string): string {
  return path.replace(/\.[^./]*$/, '')
}
