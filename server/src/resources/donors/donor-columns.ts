import { normaliseText, searchWords } from '@sevadesk/contract/base/normalise-text.ts'

interface SearchedFields {
  name: string
  otherNames: readonly string[]
  phones: readonly string[]
  emails: readonly string[]
  pan: string | null
}

/** A PostgreSQL index entry holds at most 2,704 bytes, about 900 characters of Devanagari. */
const NAME_LENGTH = 200

/**
 * Before each word of a name in `search_text`. With it, the start of a word has the three characters
 * that a trigram index needs.
 */
const WORD_START = '\ue000\ue000'

/** What `search_text` contains if a word of a name starts with this text. */
export function wordStart(text: string): string {
  return WORD_START + text
}

/** The columns that lists and searches read. Write them with every change of these fields. */
export function donorSearchColumns({ name, otherNames, phones, emails, pan }: SearchedFields) {
  const numbers = phones.map(normaliseText)
  const digits = numbers.map((phone) => phone.replace(/[^0-9]/g, ''))
  const names = [name, ...otherNames].map(normaliseText).filter((text) => text !== '')
  const marked = names.map((text) => searchWords(text).map(wordStart).join(' '))
  const lines = [...marked, ...emails.map(normaliseText), ...numbers, ...digits]
  return {
    search_name: normaliseText(name).slice(0, NAME_LENGTH),
    search_text: [...new Set(lines)].filter((line) => line !== '').join('\n'),
    search_pan: (pan ?? '').toLowerCase(),
  }
}
