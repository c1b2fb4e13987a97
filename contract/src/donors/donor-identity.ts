import { normaliseText, wordsOf } from '../base/normalise-text.ts'

const TITLES = new Set(
  ['shri', 'sri', 'shree', 'smt', 'shrimati', 'mr', 'mrs', 'ms', 'dr', 'श्री', 'श्रीमती', 'डॉ'].map(normaliseText),
)

/**
 * Equal for spellings of one name: ignores case, accents, punctuation, titles and the order of the
 * words. Empty for a name without letters.
 */
export function nameKey(name: string): string {
  const words = wordsOf(normaliseText(name))
  const named = words.filter((word) => !TITLES.has(word))
  return (named.length > 0 ? named : words).sort().join(' ')
}

/** An Indian PIN code: six digits, the first not 0. */
export function isPinCode(text: string): boolean {
  return /^[1-9][0-9]{5}$/.test(text)
}
