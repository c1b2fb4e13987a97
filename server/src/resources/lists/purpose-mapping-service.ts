import { normaliseText } from '@sevadesk/contract/normalise-text.ts'
import type { TextState } from '@sevadesk/contract/purpose-mapping.ts'
import type { PurposeText } from '@sevadesk/contract/purpose-mapping-schemas.ts'
import { liftTimeouts, lockUntilCommit } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import type { ListDependencies } from './list-entry-service.ts'
import { listPurposes, type StoredPurpose } from './list-entry-store.ts'
import { purposeProposer } from './propose-purpose.ts'
import * as store from './purpose-mapping-store.ts'

/** Texts of a save that the history keeps for each purpose. */
const RECORDED_TEXTS = 100

export interface SentMapping {
  text: string
  purposeId: string
}

/** Texts that are equal when normalised. */
interface MergedText {
  /** The spelling that most donations have. */
  text: string
  spellings: string[]
  donations: number
  newestAt: string | null
}

/** The texts in a state, most used first, without proposals. */
export async function listTexts(db: Db, state: TextState): Promise<PurposeText[]> {
  const texts = state === 'open' ? await openTexts(db) : await mappedTexts(db)
  return texts.sort(byUse)
}

/** Adds the proposed purpose to texts that are not mapped. */
export async function withProposals(db: Db, texts: readonly PurposeText[]): Promise<PurposeText[]> {
  const normalisedTexts = texts.map(({ text }) => normaliseText(text))
  const mappings = await store.findMappings(db, normalisedTexts)
  const proposalOf = purposeProposer((await listPurposes(db)).filter(({ isRetired }) => !isRetired))
  return texts.map((entry, index) => {
    const normalised = normalisedTexts[index] ?? ''
    // An order that arrived while its text was mapped is open, and its mapping exists.
    const proposedId = mappings.get(normalised)?.purpose_id ?? proposalOf(normalised) ?? null
    return entry.purposeId === null ? { ...entry, proposedId } : entry
  })
}

async function openTexts(db: Db): Promise<PurposeText[]> {
  const merged = mergeTexts(await store.groupTexts(db, { isMapped: false }))
  return [...merged.values()]
    .filter(({ donations }) => donations > 0)
    .map(({ text, donations, newestAt }) => ({ text, donations, newestAt, purposeId: null, proposedId: null }))
}

async function mappedTexts(db: Db): Promise<PurposeText[]> {
  const mapped = mergeTexts(await store.groupTexts(db, { isMapped: true }))
  return (await store.listMappings(db)).map(({ normalised_text, text, purpose_id }) => {
    const { donations = 0, newestAt = null } = mapped.get(keyOf(purpose_id, normalised_text)) ?? {}
    return { text, donations, newestAt, purposeId: purpose_id, proposedId: null }
  })
}

/**
 * Maps texts to purposes in one transaction, also for donations to come. Returns how many donations
 * that are not deleted got another purpose. Throws badRequest() for a text without letters or a
 * purpose that does not exist.
 */
export async function saveMappings(
  { db, recorder }: ListDependencies,
  sent: readonly SentMapping[],
): Promise<{ donations: number }> {
  return db.transaction().execute(async (transaction) => {
    // A common text may be that of most donations.
    await liftTimeouts(transaction)
    await lockUntilCommit(transaction, 'lists')
    const purposes = new Map((await listPurposes(transaction)).map((purpose) => [purpose._id, purpose]))
    const changes = byPurpose(sent, purposes)
    const mappings = await store.findMappings(
      transaction,
      changes.flatMap(({ texts }) => [...texts.keys()]),
    )
    const open = mergeTexts(await store.groupTexts(transaction, { isMapped: false }))
    const mapped = mappings.size === 0 ? open : mergeTexts(await store.groupTexts(transaction, { isMapped: true }))
    const updated_at = new Date().toISOString()

    for (const change of changes) {
      const { purpose, texts } = change
      const target = { purposeId: purpose._id, institutionId: purpose.institutionId }
      const spellings = [...texts.keys()].flatMap((normalised) => open.get(keyOf(null, normalised))?.spellings ?? [])
      change.donations += await store.updatePurposes(transaction, spellings, null, target)
      for (const [normalised, text] of texts) {
        const before = mappings.get(normalised)?.purpose_id
        if (before !== undefined && before !== purpose._id) {
          const own = mapped.get(keyOf(before, normalised))?.spellings ?? []
          change.donations += await store.updatePurposes(transaction, own, before, target)
        }
        await store.saveMapping(transaction, { normalised_text: normalised, text, purpose_id: purpose._id, updated_at })
      }
    }
    // The lock of the history comes last.
    for (const { purpose, texts, donations } of changes) {
      await recorder.record(transaction, {
        action: 'purpose.mapped',
        recordKind: 'purpose',
        recordId: purpose._id,
        details: {
          label: purpose.nameEn,
          textCount: texts.size,
          donations,
          texts: [...texts.values()].slice(0, RECORDED_TEXTS),
        },
      })
    }
    return { donations: changes.reduce((sum, { donations }) => sum + donations, 0) }
  })
}

interface Change {
  purpose: StoredPurpose
  /** As sent, by normalised text. */
  texts: Map<string, string>
  /** How many got the purpose. */
  donations: number
}

/** Groups the mappings by purpose. Of two mappings of a text, the last counts. */
function byPurpose(sent: readonly SentMapping[], purposes: ReadonlyMap<string, StoredPurpose>): Change[] {
  const last = new Map(sent.map((mapping) => [normaliseText(mapping.text), mapping]))
  const changes = new Map<string, Change>()
  for (const [normalised, { text, purposeId }] of last) {
    const purpose = purposes.get(purposeId)
    if (!purpose) throw badRequest(NO_PURPOSE, { mappings: NO_PURPOSE })
    if (normalised === '') throw badRequest(NO_TEXT, { mappings: NO_TEXT })
    const change = changes.get(purposeId) ?? { purpose, texts: new Map(), donations: 0 }
    change.texts.set(normalised, text)
    changes.set(purposeId, change)
  }
  return [...changes.values()]
}

/** Merges the spellings of a text that have the same purpose. Leaves out texts without letters. */
function mergeTexts(groups: readonly store.TextGroup[]): Map<string, MergedText> {
  const merged = new Map<string, MergedText>()
  const mostUsedFirst = groups.toSorted((one, other) => other.donations - one.donations)
  for (const { text, purposeId, donations, newestAt } of mostUsedFirst) {
    const normalised = normaliseText(text)
    if (normalised === '') continue
    const before = merged.get(keyOf(purposeId, normalised))
    merged.set(keyOf(purposeId, normalised), {
      text: before?.text ?? text,
      spellings: [...(before?.spellings ?? []), text],
      donations: (before?.donations ?? 0) + donations,
      newestAt: [before?.newestAt ?? '', newestAt ?? ''].sort().at(-1) || null,
    })
  }
  return merged
}

function keyOf(purposeId: string | null, normalised: string): string {
  return `${purposeId ?? ''} ${normalised}`
}

function byUse(one: PurposeText, other: PurposeText): number {
  return (
    other.donations - one.donations ||
    (other.newestAt ?? '').localeCompare(one.newestAt ?? '') ||
    (one.text < other.text ? -1 : 1)
  )
}

const NO_PURPOSE = {
  en: 'One of these purposes no longer exists. Load the page again.',
  hi: 'इनमें से एक उद्देश्य अब नहीं है। पेज फिर से खोलें।',
}
const NO_TEXT = { en: 'A text without letters cannot be mapped.', hi: 'बिना अक्षर वाला उद्देश्य नहीं मिलाया जा सकता।' }
