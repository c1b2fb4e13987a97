import { type DuplicateReason, MERGE_UNDO_DAYS } from '@sevadesk/contract/donors/donor.ts'
import { nameKey } from '@sevadesk/contract/donors/donor-identity.ts'
import { type SqlBool, sql } from 'kysely'
import { chunksOf } from '../../db/chunks.ts'
import { countRows } from '../../db/count-rows.ts'
import type { Db, Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import type { DonorFields } from './donor-form.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What the undoing of a merge needs. */
export interface MergeContent {
  /** Ids of the gifts that moved. */
  gifts: string[]
  /** The survivor's fields before and after the merge. */
  before: DonorFields
  after: DonorFields
}

interface MergeRow extends Omit<Tables['donor_merges'], 'content'> {
  content: MergeContent
}

export async function insertMerge(transaction: Db, { content, ...row }: MergeRow): Promise<void> {
  await transaction
    .insertInto('donor_merges')
    .values({ ...row, content: JSON.stringify(content) })
    .execute()
}

export async function findMerge(db: Db, id: string, now: Date): Promise<MergeRow | undefined> {
  const row = await selectUndoable(db, now).where('donor_merges.id', '=', id).executeTakeFirst()
  return row && readMerge(row)
}

/** The merges into a donor that can be undone, the newest first. */
export async function listMerges(db: Db, survivorId: string, now: Date): Promise<(MergeRow & { name: string })[]> {
  const rows = await selectUndoable(db, now)
    .innerJoin('donors', 'donors.id', 'merged_id')
    .select('donors.name')
    .where('survivor_id', '=', survivorId)
    .orderBy('merged_at', 'desc')
    .orderBy('donor_merges.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...readMerge(row), name: row.name }))
}

export async function deleteMerge(transaction: Db, id: string): Promise<void> {
  await transaction.deleteFrom('donor_merges').where('id', '=', id).execute()
}

/** Returns the id of the donor and those of all records merged into it, also through others. */
export async function listMergedIds(db: Db, donorId: string): Promise<string[]> {
  const rows = await db
    .withRecursive('family(id)', (family) =>
      family
        .selectFrom('donors')
        .select('donors.id')
        .where('donors.id', '=', donorId)
        .union(family.selectFrom('donors').innerJoin('family', 'family.id', 'donors.merged_into').select('donors.id')),
    )
    .selectFrom('family')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the donor that a record was merged into, also through others; the record itself if it was
 * not.
 */
export async function findSurvivor(db: Db, donorId: string): Promise<{ id: string; name: string }> {
  return db
    .withRecursive('chain(id, merged_into)', (chain) =>
      chain
        .selectFrom('donors')
        .select(['donors.id', 'donors.merged_into'])
        .where('donors.id', '=', donorId)
        .union(
          chain
            .selectFrom('donors')
            .innerJoin('chain', 'chain.merged_into', 'donors.id')
            .select(['donors.id', 'donors.merged_into']),
        ),
    )
    .selectFrom('donors')
    .innerJoin('chain', 'chain.id', 'donors.id')
    .select(['donors.id', 'donors.name'])
    .where('chain.merged_into', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Deletes what can no longer be undone: it holds former names and addresses. */
export async function deleteOldMerges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('donor_merges').where('merged_at', '<', undoStart(now)).execute()
}

export function undoUntil(mergedAt: string): string {
  return new Date(Date.parse(mergedAt) + MERGE_UNDO_DAYS * DAY_MS).toISOString()
}

function undoStart(now: Date): string {
  return new Date(now.getTime() - MERGE_UNDO_DAYS * DAY_MS).toISOString()
}

function selectUndoable(db: Db, now: Date) {
  return db.selectFrom('donor_merges').selectAll('donor_merges').where('merged_at', '>=', undoStart(now))
}

function readMerge(row: Tables['donor_merges']): MergeRow {
  return { ...row, content: JSON.parse(row.content) }
}

/** A PostgreSQL index entry holds at most 2,704 bytes. */
const KEY_LENGTH = 300

export type DuplicateRow = Tables['donor_duplicates']
export type NewDuplicate = Pick<DuplicateRow, 'donor_id' | 'other_key' | 'other_id' | 'other_name' | 'reason'>

/** A gift of the donor has another name. */
export function nameDuplicate(donorId: string, name: string): NewDuplicate {
  const other_key = `name:${nameKey(name).slice(0, KEY_LENGTH)}`
  return { donor_id: donorId, other_key, other_id: null, other_name: name, reason: 'name' }
}

export function pairDuplicate(one: string, another: string, reason: DuplicateReason): NewDuplicate {
  const [donor_id, other_id] = one < another ? [one, another] : [another, one]
  return { donor_id, other_key: other_id, other_id, other_name: null, reason }
}

/** Adds those that are not known yet, open or dismissed. */
export async function insertDuplicates(
  transaction: Db,
  duplicates: readonly NewDuplicate[],
  state: DuplicateRow['state'] = 'open',
): Promise<void> {
  const created_at = new Date().toISOString()
  const unique = new Map(duplicates.map((each) => [`${each.donor_id} ${each.other_key}`, each]))
  const rows = [...unique.values()].map((each) => ({ id: newId(), ...each, state, created_at }))
  for (const chunk of chunksOf(rows)) {
    await transaction
      .insertInto('donor_duplicates')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['donor_id', 'other_key']).doNothing())
      .execute()
  }
}

/**
 * Returns the new key of a duplicate that was found by name. If another row has that key already, one
 * of the two is deleted: the open one, if the other was dismissed.
 */
export async function renewNameDuplicate(row: DuplicateRow, transaction: Db): Promise<Partial<DuplicateRow>> {
  if (row.other_name === null) return {}
  const { other_key } = nameDuplicate(row.donor_id, row.other_name)
  const rows = transaction.selectFrom('donor_duplicates').select(['id', 'state']).where('donor_id', '=', row.donor_id)
  const other = await rows.where('other_key', '=', other_key).where('id', '<>', row.id).executeTakeFirst()
  if (!other) return { other_key }
  const id = row.state === 'dismissed' && other.state === 'open' ? other.id : row.id
  await transaction.deleteFrom('donor_duplicates').where('id', '=', id).execute()
  return { other_key }
}

/** Only records that are not merged can be duplicates. */
const IS_OPEN = sql<SqlBool>`state = 'open'
  and exists (select 1 from donors where donors.id = donor_duplicates.donor_id and merged_into is null)
  and (donor_duplicates.other_id is null or exists (
    select 1 from donors where donors.id = donor_duplicates.other_id and merged_into is null))`

/** Counts up to this many. */
const MAX_COUNT = 1000

export async function countOpenDuplicates(db: Db): Promise<{ total: number; isCapped: boolean }> {
  const open = db.selectFrom('donor_duplicates').select('id').where(IS_OPEN)
  const count = await countRows(db.selectFrom(open.limit(MAX_COUNT + 1).as('counted')))
  return { total: Math.min(count, MAX_COUNT), isCapped: count > MAX_COUNT }
}

/** The oldest first. */
export async function listOpenDuplicates(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<DuplicateRow[]> {
  return db
    .selectFrom('donor_duplicates')
    .selectAll()
    .where(IS_OPEN)
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function findOpenDuplicate(db: Db, id: string): Promise<DuplicateRow | undefined> {
  return db.selectFrom('donor_duplicates').selectAll().where('id', '=', id).where(IS_OPEN).executeTakeFirst()
}

export async function updateDismissed(transaction: Db, id: string): Promise<void> {
  await transaction.updateTable('donor_duplicates').set({ state: 'dismissed' }).where('id', '=', id).execute()
}

/** The survivor of a merge takes over what is open for the record that goes, except about itself. */
export async function carryOver(
  transaction: Db,
  { survivorId, mergedId }: { survivorId: string; mergedId: string },
): Promise<void> {
  const rows = await transaction
    .selectFrom('donor_duplicates')
    .selectAll()
    .where('state', '=', 'open')
    .where(({ or, eb }) => or([eb('donor_id', '=', mergedId), eb('other_id', '=', mergedId)]))
    .execute()
  const carried = rows.flatMap(({ donor_id, other_id, other_name, reason }) => {
    if (other_name !== null) return [nameDuplicate(survivorId, other_name)]
    const third = donor_id === mergedId ? other_id : donor_id
    return third === null || third === survivorId ? [] : [pairDuplicate(survivorId, third, reason)]
  })
  await insertDuplicates(transaction, carried)
}
