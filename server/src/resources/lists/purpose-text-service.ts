import { normaliseText, wordsOf } from '@sevadesk/contract/base/normalise-text.ts'
import type { TextState } from '@sevadesk/contract/settings/purpose-mapping.ts'
import type { PurposeText } from '@sevadesk/contract/settings/purpose-mapping-schemas.ts'
import type { Db } from '../../db/db.ts'
import { findHead } from '../history/history-store.ts'
import type { EntryNames } from './list-entry-names.ts'
import { listPurposes } from './list-entry-store.ts'
import * as store from './purpose-mapping-store.ts'

/** How long pages after the first come from the texts that were read for an earlier page. */
const CACHE_MS = 30_000

/**
 * Reads the texts in a state for a page of them. Grouping all donations takes a noticeable time, so
 * pages after the first use the texts that were read last, unless `clear` was called or any server
 * recorded a change meanwhile.
 */
export function cachedTexts(db: Db) {
  let cached: { state: TextState; texts: Promise<PurposeText[]>; readAt: number; head: number } | undefined
  const clear = () => {
    cached = undefined
  }
  return {
    async list(state: TextState, { isFirstPage }: { isFirstPage: boolean }): Promise<PurposeText[]> {
      const { n: head } = await findHead(db)
      if (!isFirstPage && cached?.state === state && cached.head === head && Date.now() - cached.readAt < CACHE_MS)
        return cached.texts
      const texts = listTexts(db, state)
      // Before they are read: `clear` also forgets texts that a save changes meanwhile.
      cached = { state, texts, readAt: Date.now(), head }
      texts.catch(clear)
      return texts
    },
    clear,
  }
}

/** The texts in a state, most used first, without proposals. */
export async function listTexts(db: Db, state: TextState): Promise<PurposeText[]> {
  const texts = state === 'open' ? await openTexts(db) : await mappedTexts(db)
  return texts.sort(byUse)
}

/** Sets the purpose of each text that has a mapping, and proposes a purpose for the others without one. */
export async function withProposals(db: Db, texts: readonly PurposeText[]): Promise<PurposeText[]> {
  const normalisedTexts = texts.map(({ text }) => normaliseText(text))
  const mappings = await store.findMappings(db, normalisedTexts)
  const proposalOf = purposeProposer((await listPurposes(db)).filter(({ isRetired }) => !isRetired))
  return texts.map((entry, index) => {
    if (entry.purposeId !== null) return entry
    const normalised = normalisedTexts[index] ?? ''
    // An order that arrived while its text was mapped is open, and its mapping exists.
    const purposeId = mappings.get(normalised)?.purpose_id ?? null
    return { ...entry, purposeId, proposedId: purposeId === null ? (proposalOf(normalised) ?? null) : null }
  })
}

async function openTexts(db: Db): Promise<PurposeText[]> {
  const texts = mergeTexts(await store.groupTexts(db, { isMapped: false }))
  return [...texts.values()].filter(({ donations }) => donations > 0)
}

/** However a donation got its purpose: by a mapping, by the name of the purpose, or chosen by the donor. */
async function mappedTexts(db: Db): Promise<PurposeText[]> {
  const texts = mergeTexts(await store.groupTexts(db, { isMapped: true }))
  const mappings = (await store.listMappings(db)).map(({ normalised_text, text, purpose_id }): PurposeText => {
    const key = store.textKey(purpose_id, normalised_text)
    const { donations = 0, newestAt = null } = texts.get(key) ?? {}
    texts.delete(key)
    return { text, donations, newestAt, purposeId: purpose_id, proposedId: null }
  })
  return [...mappings, ...[...texts.values()].filter(({ donations }) => donations > 0)]
}

/** Merges the spellings of a text that have the same purpose. Leaves out texts without letters. */
function mergeTexts(groups: readonly store.TextGroup[]): Map<string, PurposeText> {
  const merged = new Map<string, PurposeText>()
  const mostUsedFirst = groups.toSorted((one, other) => other.donations - one.donations)
  for (const { text, purposeId, donations, newestAt } of mostUsedFirst) {
    const normalised = normaliseText(text)
    if (normalised === '') continue
    const key = store.textKey(purposeId, normalised)
    const before = merged.get(key)
    merged.set(key, {
      text: before?.text ?? text,
      donations: (before?.donations ?? 0) + donations,
      newestAt: [before?.newestAt ?? '', newestAt ?? ''].sort().at(-1) || null,
      purposeId,
      proposedId: null,
    })
  }
  return merged
}

function byUse(one: PurposeText, other: PurposeText): number {
  return (
    other.donations - one.donations ||
    (other.newestAt ?? '').localeCompare(one.newestAt ?? '') ||
    (one.text < other.text ? -1 : 1)
  )
}

interface Candidate {
  id: string
  /** The words of each name. */
  names: readonly (readonly string[])[]
}

/**
 * Returns a function that proposes a purpose for a normalised text. It tries, in this order:
 * - a purpose with the text as its name;
 * - a purpose whose name contains the text, or is contained in it;
 * - the purpose whose name shares most words with the text, if these are more than half of the words of
 *   the shorter text.
 */
export function purposeProposer(purposes: readonly (EntryNames & { _id: string })[]) {
  const candidates = purposes.map(({ _id, nameEn, nameHi }) => ({
    id: _id,
    names: [nameEn, nameHi].map((name) => wordsOf(normaliseText(name))).filter((words) => words.length > 0),
  }))
  return (normalised: string): string | undefined => {
    const words = wordsOf(normalised)
    if (words.length === 0) return undefined
    return best(candidates, words, sameName) ?? best(candidates, words, contained) ?? best(candidates, words, shared)
  }
}

/** Returns the first of the candidates with the highest score above 0. */
function best(
  candidates: readonly Candidate[],
  words: readonly string[],
  scoreOf: (name: readonly string[], words: readonly string[]) => number,
): string | undefined {
  const scored = candidates.map(({ id, names }) => ({
    id,
    score: Math.max(0, ...names.map((name) => scoreOf(name, words))),
  }))
  const highest = Math.max(0, ...scored.map(({ score }) => score))
  return highest > 0 ? scored.find(({ score }) => score === highest)?.id : undefined
}

function sameName(name: readonly string[], words: readonly string[]): number {
  return name.join(' ') === words.join(' ') ? 1 : 0
}

/** A name in the text scores more than a text in the name, and a longer part more than a shorter. */
function contained(name: readonly string[], words: readonly string[]): number {
  const [one, other] = [` ${name.join(' ')} `, ` ${words.join(' ')} `]
  if (other.includes(one)) return 1 + name.length
  return one.includes(other) ? words.length / name.length : 0
}

function shared(name: readonly string[], words: readonly string[]): number {
  const count = new Set(name.filter((word) => words.includes(word))).size
  return count > Math.min(name.length, words.length) / 2 ? count + count / (name.length + words.length) : 0
}
