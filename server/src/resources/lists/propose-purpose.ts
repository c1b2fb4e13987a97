import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import type { EntryNames } from './list-entry-names.ts'

interface Candidate {
  id: string
  /** The words of each name. */
  names: readonly (readonly string[])[]
}

const NOT_A_WORD = /[^\p{L}\p{M}\p{N}]+/u

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

function wordsOf(normalised: string): string[] {
  return normalised.split(NOT_A_WORD).filter(Boolean)
}
