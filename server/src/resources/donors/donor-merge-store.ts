import { MERGE_UNDO_DAYS } from '@sevadesk/contract/donors/donor.ts'
import type { Db, Tables } from '../../db/schema.ts'
import type { DonorFields } from './stored-donor.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What the undoing of a merge needs. */
export interface MergeContent {
  /** Ids of the gifts that moved. */
  gifts: string[]
  /** The survivor's fields before and after the merge. */
  before: DonorFields
  after: DonorFields
}

export interface MergeRow extends Omit<Tables['donor_merges'], 'content'> {
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
  return {
    id: row.id,
    survivor_id: row.survivor_id,
    merged_id: row.merged_id,
    merged_at: row.merged_at,
    content: JSON.parse(row.content),
  }
}
