import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import type { Selectable } from 'kysely'
import type { Db, Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'

export type ListTable = 'purposes' | 'institutions'

export interface EntryFields {
  nameEn: string
  nameHi: string
  isRetired: boolean
}

export interface PurposeFields extends EntryFields {
  institutionId: string | null
  donationType: DonationType
}

export interface StoredInstitution extends EntryFields {
  _id: string
  createdAt: string
  version: number
}

export interface StoredPurpose extends StoredInstitution, PurposeFields {}

/** All purposes, in their order. */
export async function listPurposes(db: Db): Promise<StoredPurpose[]> {
  const rows = await db.selectFrom('purposes').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map(toPurpose)
}

/** All institutions, in their order. */
export async function listInstitutions(db: Db): Promise<StoredInstitution[]> {
  const rows = await db.selectFrom('institutions').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map(toInstitution)
}

export async function findPurpose(db: Db, id: string): Promise<StoredPurpose | undefined> {
  const row = await db.selectFrom('purposes').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toPurpose(row)
}

export async function findInstitution(db: Db, id: string): Promise<StoredInstitution | undefined> {
  const row = await db.selectFrom('institutions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toInstitution(row)
}

/** Adds a purpose in use at the end of the list. */
export async function insertPurpose(transaction: Db, fields: PurposeFields): Promise<StoredPurpose> {
  const row = await transaction
    .insertInto('purposes')
    .values({
      ...(await newEntry(transaction, 'purposes', fields)),
      institution_id: fields.institutionId,
      donation_type: fields.donationType,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPurpose(row)
}

/** Adds an institution in use at the end of the list. */
export async function insertInstitution(transaction: Db, fields: EntryFields): Promise<StoredInstitution> {
  const row = await transaction
    .insertInto('institutions')
    .values(await newEntry(transaction, 'institutions', fields))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toInstitution(row)
}

export async function updatePurpose(transaction: Db, id: string, fields: PurposeFields): Promise<StoredPurpose> {
  const row = await transaction
    .updateTable('purposes')
    .set(({ ref, eb }) => ({
      name_en: fields.nameEn,
      name_hi: fields.nameHi,
      retired_at: fields.isRetired ? eb.fn.coalesce(ref('retired_at'), eb.val(new Date().toISOString())) : null,
      institution_id: fields.institutionId,
      donation_type: fields.donationType,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPurpose(row)
}

export async function updateInstitution(transaction: Db, id: string, fields: EntryFields): Promise<StoredInstitution> {
  const row = await transaction
    .updateTable('institutions')
    .set(({ ref, eb }) => ({
      name_en: fields.nameEn,
      name_hi: fields.nameHi,
      retired_at: fields.isRetired ? eb.fn.coalesce(ref('retired_at'), eb.val(new Date().toISOString())) : null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toInstitution(row)
}

/** Stores the order of all entries of a list. */
export async function updatePositions(transaction: Db, table: ListTable, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await transaction
      .updateTable(table)
      .set({ position: index + 1 })
      .where('id', '=', id)
      .where('position', '!=', index + 1)
      .execute()
  }
}

/** Returns how many donations each purpose or institution has, by its id. Leaves out deleted donations. */
export async function countDonations(
  db: Db,
  column: 'purpose_id' | 'institution_id',
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('donations')
    .select(({ fn }) => [`${column} as id` as const, fn.countAll<number>().as('count')])
    .where(column, 'is not', null)
    .where('deleted_at', 'is', null)
    .groupBy(column)
    .execute()
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count] as const])))
}

async function newEntry(transaction: Db, table: ListTable, { nameEn, nameHi }: EntryFields) {
  const { last } = await transaction
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .executeTakeFirstOrThrow()
  return {
    id: newId(),
    name_en: nameEn,
    name_hi: nameHi,
    retired_at: null,
    position: (last ?? 0) + 1,
    created_at: new Date().toISOString(),
  }
}

function toInstitution(row: Selectable<Tables['institutions']>): StoredInstitution {
  return {
    _id: row.id,
    nameEn: row.name_en,
    nameHi: row.name_hi,
    isRetired: row.retired_at !== null,
    createdAt: row.created_at,
    version: row.version,
  }
}

function toPurpose(row: Selectable<Tables['purposes']>): StoredPurpose {
  return { ...toInstitution(row), institutionId: row.institution_id, donationType: row.donation_type }
}
