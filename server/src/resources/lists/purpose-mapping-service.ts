import { setImmediate } from 'node:timers/promises'
import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import type { SentMapping } from '@sevadesk/contract/settings/purpose-mapping-schemas.ts'
import { chunksOf } from '../../db/chunks.ts'
import { type Db, liftStatementTimeout, lockUntilCommit } from '../../db/db.ts'
import { isId } from '../../db/id.ts'
import { badRequest, HttpError } from '../../errors.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import { hasName } from './list-entry-names.ts'
import type { ListDependencies } from './list-entry-service.ts'
import { findPurpose, listPurposes, type StoredPurpose } from './list-entry-store.ts'
import * as store from './purpose-mapping-store.ts'

/** Texts of a save that the history keeps for each purpose. */
const RECORDED_TEXTS = 100
/** PostgreSQL indexes at most 2,704 bytes of a row. */
const NORMALISED_MAX_BYTES = 2000

interface Change extends SentMapping {
  normalised: string
  purpose: StoredPurpose
  /** The purpose that the text is mapped to before the save. */
  mappedTo: string | null
  /** Whether the text is mapped to the purpose after the save, also for donations to come. */
  isMapping: boolean
  /** The spellings of the text in donations without a purpose; none unless `isMapping`. */
  open: readonly store.Spelling[]
  /** The spellings of the text in donations with the purpose that the list showed. */
  shown: readonly store.Spelling[]
}

/**
 * Maps texts to purposes in one transaction, also for donations to come, unless another row of the
 * list maps the text. Then moves the donations that have the purpose that the list showed, or none,
 * in parts, and returns how many of them are not deleted. If it is interrupted, the list still
 * shows the others, and the same save moves them. Throws badRequest() for an invalid text or
 * purpose, and 409 if the list no longer shows the text so.
 */
export async function saveMappings(
  { db, recorder }: ListDependencies,
  sent: readonly SentMapping[],
): Promise<{ donations: number }> {
  const moves = await db.transaction().execute(async (transaction) => {
    // The texts of all donations are read.
    await liftStatementTimeout(transaction)
    await lockUntilCommit(transaction, 'lists')
    const changes = await readChanges(transaction, sent)
    for (const change of changes) if (!isShown(change)) throw textChanged(change.text)
    const updated_at = new Date().toISOString()
    for (const { normalised, text, purposeId } of changes.filter(isNewMapping))
      await store.saveMapping(transaction, { normalised_text: normalised, text, purpose_id: purposeId, updated_at })
    await deleteDeadMappings(transaction, changes)
    const byPurpose = [...Map.groupBy(changes.filter(isChange), ({ purpose }) => purpose)]
    // The lock of the history comes last.
    for (const [purpose, own] of byPurpose) await recorder.record(transaction, entryOf(purpose, own))
    return byPurpose.flatMap(([purpose, own]) => movesOf(purpose, own))
  })
  let donations = 0
  for (const move of moves) donations += await moveDonations(db, move)
  return { donations }
}

/** Deletes the mappings of the texts that earlier rules normalised otherwise: no donation finds them. */
async function deleteDeadMappings(transaction: Db, changes: readonly Change[]): Promise<void> {
  const changed = new Set(changes.map(({ normalised }) => normalised))
  const dead = (await store.listMappings(transaction)).filter(({ text, normalised_text }) => {
    const normalised = normaliseText(text)
    return normalised !== normalised_text && changed.has(normalised)
  })
  await store.deleteMappings(
    transaction,
    dead.map(({ normalised_text }) => normalised_text),
  )
}

function entryOf(purpose: StoredPurpose, changes: readonly Change[]): HistoryEntry {
  const moved = groupsOf(purpose, changes).flatMap(({ spellings }) => spellings)
  const texts = changes.map(({ text }) => text)
  return {
    action: 'purpose.mapped',
    recordKind: 'purpose',
    recordId: purpose._id,
    details: {
      label: purpose.nameEn,
      textCount: texts.length,
      donations: moved.reduce((sum, { donations }) => sum + donations, 0),
      texts: texts.slice(0, RECORDED_TEXTS),
    },
  }
}

function movesOf(purpose: StoredPurpose, changes: readonly Change[]): MappedMove[] {
  const { _id: purposeId, institutionId, donationType } = purpose
  const target = { purposeId, institutionId, donationType }
  const mapped = changes.filter(({ isMapping }) => isMapping).map(({ normalised, text }) => ({ normalised, text }))
  return groupsOf(purpose, changes).flatMap(({ from, spellings }) =>
    chunksOf(spellings.map(({ text }) => text)).map((texts) => ({ ...target, from, texts, mapped })),
  )
}

/** The spellings whose donations get the purpose, by the purpose that they have. */
function groupsOf(purpose: StoredPurpose, changes: readonly Change[]) {
  const byPrevious = [...Map.groupBy(changes, ({ previousId }) => previousId)]
  return [
    { from: null, spellings: changes.flatMap(({ open }) => open) },
    ...byPrevious
      .filter(([previousId]) => previousId !== null && previousId !== purpose._id)
      .map(([from, own]) => ({ from, spellings: own.flatMap(({ shown }) => shown) })),
  ]
}

async function readChanges(transaction: Db, sent: readonly SentMapping[]): Promise<Change[]> {
  const purposes = new Map((await listPurposes(transaction)).map((purpose) => [purpose._id, purpose]))
  const rows = new Map(sent.map((row) => [store.textKey(row.previousId, normaliseText(row.text)), row]))
  const texts = new Set(sent.map(({ text }) => normaliseText(text)))
  for (const { text } of sent) assertMappable(text)
  assertOnePurpose(sent)
  const mappings = await store.findMappings(transaction, [...texts])
  const spellings = await store.findSpellings(transaction, texts)
  return [...rows.values()].map((row) => {
    const normalised = normaliseText(row.text)
    const purpose = purposes.get(row.purposeId)
    if (!purpose) throw badRequest(NO_PURPOSE, { mappings: NO_PURPOSE })
    const mappedTo = mappings.get(normalised)?.purpose_id ?? null
    const isMapping = [null, row.previousId, row.purposeId].includes(mappedTo)
    return {
      ...row,
      normalised,
      purpose,
      mappedTo,
      isMapping,
      open: (isMapping && spellings.get(store.textKey(null, normalised))) || [],
      shown: spellings.get(store.textKey(row.previousId, normalised)) ?? [],
    }
  })
}

/** Else the order of the moves would matter, and which mapping donations to come get. */
function assertOnePurpose(rows: readonly SentMapping[]): void {
  const purposes = new Map<string, string>()
  for (const { text, purposeId } of rows) {
    const normalised = normaliseText(text)
    const other = purposes.get(normalised)
    if (other !== undefined && other !== purposeId) throw badRequest(twoPurposes(text), { mappings: twoPurposes(text) })
    purposes.set(normalised, purposeId)
  }
}

/** Whether the list shows the text with this purpose, or the same save came before. */
function isShown({ purposeId, previousId, mappedTo, shown }: Change): boolean {
  if (mappedTo === purposeId) return true
  if (previousId === null) return mappedTo === null && shown.length > 0
  return mappedTo === previousId || shown.length > 0
}

function isNewMapping({ isMapping, purposeId, mappedTo }: Change): boolean {
  return isMapping && mappedTo !== purposeId
}

function isChange(change: Change): boolean {
  const { open, shown, previousId, purposeId } = change
  return isNewMapping(change) || open.length > 0 || (![null, purposeId].includes(previousId) && shown.length > 0)
}

function assertMappable(text: string): void {
  const normalised = normaliseText(text)
  if (normalised === '') throw badRequest(NO_TEXT, { mappings: NO_TEXT })
  if (Buffer.byteLength(normalised) <= NORMALISED_MAX_BYTES) return
  const tooLong = localised('This text is too long to be mapped: “{start}…”', { start: text.slice(0, 60) })
  throw badRequest(tooLong, { mappings: tooLong })
}

function twoPurposes(text: string): LocalisedText {
  return localised('“{text}” is selected twice, with different purposes. Save one of them first.', { text })
}

const NO_PURPOSE = localised('One of these purposes no longer exists. Load the page again.')
const NO_TEXT = localised('A text without letters cannot be mapped.')

/** So small that other requests wait a fifth of a second at most on SQLite (docs/figures.md). */
const PART = 1000

/** Donations that get the purpose of a save, and the texts that it maps. */
interface MappedMove extends store.Move {
  mapped: readonly { normalised: string; text: string }[]
}

/**
 * Gives the donations their purpose, each part in a transaction. Returns how many of them are not
 * deleted. Throws 409 if another save maps one of the texts to another purpose meanwhile.
 */
async function moveDonations(db: Db, move: MappedMove): Promise<number> {
  let donations = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    const { count, last } = await db.transaction().execute(async (transaction) => {
      await lockUntilCommit(transaction, 'lists')
      await assertMapped(transaction, move)
      return store.updatePurposes(transaction, move, { after: from, limit: PART })
    })
    donations += count
    after = last
    await setImmediate()
  }
  return donations
}

async function assertMapped(transaction: Db, { mapped, purposeId }: MappedMove): Promise<void> {
  const normalisedTexts = mapped.map(({ normalised }) => normalised)
  const mappings = await store.findMappings(transaction, normalisedTexts)
  const changed = mapped.find(({ normalised }) => mappings.get(normalised)?.purpose_id !== purposeId)
  if (changed) throw textChanged(changed.text)
}

function textChanged(text: string): HttpError {
  return new HttpError(
    409,
    'conflict',
    localised('“{text}” was mapped or changed meanwhile. Load the page again, then choose its purpose.', { text }),
  )
}

/** Returns the purpose that a donor chose. Throws badRequest() unless it is in use. */
export async function findOfferedPurpose(db: Db, id: string): Promise<StoredPurpose> {
  const purpose = isId(id) ? await findPurpose(db, id) : undefined
  if (purpose && !purpose.isRetired) return purpose
  throw badRequest(NOT_OFFERED, { purposeId: NOT_OFFERED })
}

/**
 * Returns the purpose of a free text. A purpose in use with the text as its name, in either language,
 * comes first; then the purpose that the text was mapped to, even if it is retired.
 */
export async function findPurposeOfText(db: Db, text: string): Promise<StoredPurpose | undefined> {
  const normalised = normaliseText(text)
  if (normalised === '') return undefined
  const named = (await listPurposes(db)).find((purpose) => !purpose.isRetired && hasName(purpose, normalised))
  if (named) return named
  const mapping = (await store.findMappings(db, [normalised])).get(normalised)
  return mapping && findPurpose(db, mapping.purpose_id)
}

const NOT_OFFERED = localised('This purpose is no longer offered. Please choose another.')
