import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import type { Insertable, Selectable } from 'kysely'
import { chunksOf } from '../../db/chunks.ts'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'

export type PurposeMapping = Selectable<Tables['purpose_mappings']>

/** Donations with the same purpose text, letter by letter. */
export interface TextGroup {
  text: string
  /** The purpose of the list that they have. */
  purposeId: string | null
  /** Without those that are deleted. */
  donations: number
  /** When the newest donation that is not deleted was made. */
  newestAt: string | null
}

/**
 * Groups the donations with a text, deleted ones too: those without a purpose of the list, or those
 * with one. Without gifts by hand: their text is the name of the purpose that a person chose.
 */
export async function groupTexts(db: Db, { isMapped }: { isMapped: boolean }): Promise<TextGroup[]> {
  const rows = await onlineDonations(db)
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

/** A text, letter by letter, and how many donations that are not deleted have it. */
export interface Spelling {
  text: string
  donations: number
}

/** The spellings of some texts, by `textKey`: in donations that `groupTexts` groups. */
export async function findSpellings(
  db: Db,
  normalisedTexts: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Spelling[]>> {
  const rows = await onlineDonations(db)
    .select(({ fn }) => [
      'purpose_id',
      'purpose',
      fn.countAll<number>().filterWhere('deleted_at', 'is', null).as('donations'),
    ])
    .where('purpose', 'is not', null)
    .groupBy(['purpose_id', 'purpose'])
    .execute()
  const spellings = new Map<string, Spelling[]>()
  for (const { purpose, purpose_id, donations } of rows) {
    const normalised = normaliseText(purpose ?? '')
    if (purpose === null || !normalisedTexts.has(normalised)) continue
    const key = textKey(purpose_id, normalised)
    spellings.set(key, [...(spellings.get(key) ?? []), { text: purpose, donations: Number(donations) }])
  }
  return spellings
}

/** By row number, which every index has: SQLite would otherwise read each donation for its id. */
function onlineDonations(db: Db) {
  const byHand = db
    .selectFrom('offline_gifts')
    .innerJoin('donations as entered', 'entered.id', 'donation_id')
    .select('entered.n as entered_n')
    .as('by_hand')
  return db.selectFrom('donations').leftJoin(byHand, 'entered_n', 'donations.n').where('entered_n', 'is', null)
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

export async function deleteMappings(transaction: Db, normalisedTexts: readonly string[]): Promise<void> {
  if (normalisedTexts.length === 0) return
  await transaction.deleteFrom('purpose_mappings').where('normalised_text', 'in', normalisedTexts).execute()
}

/** Donations that are to get another purpose. */
export interface Move {
  /** Their texts, letter by letter. */
  texts: readonly string[]
  /** The purpose that they have; null for none. */
  from: string | null
  purposeId: string
  institutionId: string | null
  donationType: DonationType
}

/**
 * Changes at most `limit` donations of a move, those after row number `after`, but no gifts by hand.
 * Returns how many of them are not deleted, and the last row number; undefined if none are left.
 */
export async function updatePurposes(
  transaction: Db,
  { texts, from, purposeId, institutionId, donationType }: Move,
  { after, limit }: { after: number; limit: number },
): Promise<{ count: number; last: number | undefined }> {
  let query = transaction
    .selectFrom('donations')
    .select(['n', 'deleted_at'])
    .where('purpose_id', from === null ? 'is' : '=', from)
    .where('purpose', 'in', texts)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('offline_gifts').select('donation_id').whereRef('donation_id', '=', 'donations.id'))),
    )
    .limit(limit)
  // PostgreSQL has no index of texts: by row number, all parts together read the table once. All who
  // lock several donations do it in this order. On SQLite to sort would read all of them each time.
  if (isPostgres(transaction)) query = query.where('n', '>', after).orderBy('n').forUpdate()
  const rows = await query.execute()
  for (const some of chunksOf(rows)) {
    await transaction
      .updateTable('donations')
      .set({ purpose_id: purposeId, institution_id: institutionId, donation_type: donationType })
      .where(
        'n',
        'in',
        some.map(({ n }) => n),
      )
      .execute()
  }
  return {
    count: rows.filter(({ deleted_at }) => deleted_at === null).length,
    last: rows.length < limit ? undefined : rows.at(-1)?.n,
  }
}
