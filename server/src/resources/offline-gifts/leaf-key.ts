import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'

/**
 * Returns a key that is equal for all spellings of a leaf of a receipt book: "A", "12" and "a", "०१२".
 * Empty without a leaf.
 */
export function leafKey(book: string, leaf: string): string {
  const key = partKey(leaf)
  return key === '' ? '' : `${partKey(book)}\n${key}`
}

function partKey(text: string): string {
  return normaliseText(text)
    .replace(/[\p{Cf} ]/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
}
