import { normaliseText } from '@sevadesk/contract/normalise-text.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tables } from '../../db/schema.ts'

export type PurposeMapping = Selectable<Tables['purpose_mappings']>

/** Donations with the same purpose text, letter by letter. */
export interface TextGroup {
  text: string
  /** The purpose of the list that they have. */
  purposeId: string | null
  /** Without those that are deleted. */
  donations: number
  /** Of the newest that is not deleted. */
  newestAt: string | null
}

/** PostgreSQL takes at most 65,535 values in a statement, SQLite 32,766. */
const TEXTS_AT_ONCE = 1000

/** Groups the donations with a text, deleted ones too: those without a purpose of the list, or those with one. */
export async function groupTexts(db: Db, { isMapped }: { isMapped: boolean }): Promise<TextGroup[]> {
  const rows = await db
    .selectFrom('donations')
    .select(({ fn }) => [
      'purpose',
      'purpose_id',
      fn.countAll<number>().filterWhere('deleted_at', 'is', null).as('donations'),
      fn.max('created_at').filterWhere('deleted_at', 'is', null).as('newest_at'),
    ])
    .where('purpose_id', isMapped ? 'is not' : 'is', null)
    .where('purpose', 'is not', null)
    .groupBy(['purpose_id', 'purpose'])
    .execute()
  return rows.flatMap(({ purpose, purpose_id, donations, newest_at }) =>
    purpose === null ? [] : [{ text: purpose, purposeId: purpose_id, donations, newestAt: newest_at }],
  )
}

/** The spellings of some texts, by `textKey`: in donations with that purpose, deleted ones too. */
export async function findSpellings(
  db: Db,
  normalisedTexts: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('donations')
    .select(['purpose_id', 'purpose'])
    .distinct()
    .where('purpose', 'is not', null)
    .execute()
  const spellings = new Map<string, string[]>()
  for (const { purpose, purpose_id } of rows) {
    const normalised = normaliseText(purpose ?? '')
    if (purpose === null || !normalisedTexts.has(normalised)) continue
    const key = textKey(purpose_id, normalised)
    spellings.set(key, [...(spellings.get(key) ?? []), purpose])
  }
  return spellings
}

/** The key of a normalised text with a purpose, null for none. */
export function textKey(purposeId: string | null, normalised: string): string {
  return `${purposeId ?? ''} ${normalised}`
}

export async function listMappings(db: Db): Promise<PurposeMapping[]> {
  return db.selectFrom('purpose_mappings').selectAll().execute()
}

/** The mappings of some texts, by normalised text. */
export async function findMappings(
  db: Db,
  normalisedTexts: readonly string[],
): Promise<ReadonlyMap<string, PurposeMapping>> {
  if (normalisedTexts.length === 0) return new Map()
  const rows = await db
    .selectFrom('purpose_mappings')
    .selectAll()
    .where('normalised_text', 'in', normalisedTexts)
    .execute()
  return new Map(rows.map((row) => [row.normalised_text, row]))
}

export async function saveMapping(transaction: Db, mapping: Insertable<Tables['purpose_mappings']>): Promise<void> {
  await transaction
    .insertInto('purpose_mappings')
    .values(mapping)
    .onConflict((conflict) =>
      conflict
        .column('normalised_text')
        .doUpdateSet({ text: mapping.text, purpose_id: mapping.purpose_id, updated_at: mapping.updated_at }),
    )
    .execute()
}

interface NewPurpose {
  purposeId: string
  institutionId: string | null
}

/**
 * Gives donations with these texts another purpose: those that have the purpose `from`, or none if
 * it is null. Returns how many of them are not deleted.
 */
export async function updatePurposes(
  transaction: Db,
  texts: readonly string[],
  from: string | null,
  { purposeId, institutionId }: NewPurpose,
): Promise<number> {
  let count = 0
  for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
    for (const isDeleted of [false, true]) {
      const { numUpdatedRows } = await transaction
        .updateTable('donations')
        .set({ purpose_id: purposeId, institution_id: institutionId })
        .where('purpose_id', from === null ? 'is' : '=', from)
        .where('purpose', 'in', texts.slice(start, start + TEXTS_AT_ONCE))
        .where('deleted_at', isDeleted ? 'is not' : 'is', null)
        .executeTakeFirstOrThrow()
      if (!isDeleted) count += Number(numUpdatedRows)
    }
  }
  return count
}
