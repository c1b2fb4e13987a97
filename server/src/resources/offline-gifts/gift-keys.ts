import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import type { GiftFields } from '@sevadesk/contract/gifts/gift-fields.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'

type ReferenceFields = Pick<GiftFields, 'reference' | 'instrumentNumber' | 'bank'>

/** The columns by which another gift with the same leaf or reference is found. */
export function giftKeys(mode: GiftMode, fields: ReferenceFields & Pick<GiftFields, 'bookNumber' | 'leafNumber'>) {
  return { leaf_key: leafKey(fields.bookNumber, fields.leafNumber), reference_key: referenceKey(mode, fields) }
}

/**
 * Returns a key that is equal for all spellings of a leaf of a receipt book: "A", "12" and "a", "०१२".
 * Empty without a leaf.
 */
export function leafKey(book: string, leaf: string): string {
  const key = partKey(leaf, / /g)
  return key === '' ? '' : `${partKey(book, / /g)}\n${key}`
}

/**
 * Returns a key that is equal for all spellings of a payment's reference, or of a cheque's number and
 * bank. Empty without one, and for cards, whose slips repeat numbers.
 */
export function referenceKey(mode: GiftMode, { reference, instrumentNumber, bank }: ReferenceFields): string {
  const isCheque = mode === 'cheque' || mode === 'draft'
  const parts = isCheque ? [instrumentNumber, bank] : [mode === 'card' ? '' : reference]
  const [key = '', ...issuer] = parts.map((text) => partKey(text, /[^\p{L}\p{M}\p{N}]/gu))
  return key === '' ? '' : [key, ...issuer].join('\n')
}

function partKey(text: string, ignored: RegExp): string {
  return normaliseText(text)
    .replace(ignored, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
}
