import type { Needles } from '@sevadesk/contract/donation-search.ts'
import { matchesStatus, type StatusFilter } from '@sevadesk/contract/donation-status.ts'

/**
 * What SQLite's full-text tables keep of a donation: each piece of 1 to 3 characters that its folded texts hold, as a word of its own, and
 * the pieces of 4 in their order. Each begins with a letter that tells the field and the status, so that a search with a filter
 * meets no other donations. Characters are UTF-16 code units, as in `String.includes`.
 */
export interface Grams {
  short: string
  long: string
}

const LONG = 4

/** A word that no piece of a text is: none of them is of ASCII alone. */
const LINE_END = 'z '

const MARKS = {
  donor: { authorized: 'a', pending: 'b', failed: 'c', other: 'd' },
  purpose: { authorized: 'e', pending: 'f', failed: 'g', other: 'h' },
} as const

type Standing = keyof typeof MARKS.donor

/** The words of a donation for the two tables. */
export function gramsOf(donation: { searchDonor: string; searchPurpose: string; status: string | null }): Grams {
  const standing = standingOf(donation.status)
  const grams: Grams = { short: '', long: '' }
  for (const line of donation.searchDonor.split('\n')) addGrams(grams, line, MARKS.donor[standing])
  addGrams(grams, donation.searchPurpose, MARKS.purpose[standing])
  return grams
}

/** What to ask which of the two tables for one needle. */
export interface GramQuery {
  table: 'donation_short_grams' | 'donation_long_grams'
  /** An expression of FTS5. */
  match: string
}

export function gramQueries(
  needles: Needles,
  { searchIn, status }: { searchIn: 'all' | 'donor'; status: StatusFilter },
): GramQuery[] {
  const fields = searchIn === 'donor' ? [MARKS.donor] : [MARKS.donor, MARKS.purpose]
  const marks = fields.flatMap((field) => (status === 'all' ? Object.values(field) : [field[status]]))
  return needles.map((needle) => {
    const isShort = needle.length < LONG
    return {
      table: isShort ? 'donation_short_grams' : 'donation_long_grams',
      match: marks.map((mark) => `"${phraseOf(needle, mark, isShort ? needle.length : LONG)}"`).join(' OR '),
    }
  })
}

function standingOf(status: string | null): Standing {
  return (['authorized', 'pending', 'failed'] as const).find((filter) => matchesStatus(status, filter)) ?? 'other'
}

function addGrams(grams: Grams, line: string, mark: string): void {
  const letters = lettersOf(line)
  // Between this line and the next, so that no phrase goes on from one to the other.
  grams.long += LINE_END
  for (let at = 0; at < letters.length; at += 1) {
    const [one, two, three, four] = [letters[at], letters[at + 1], letters[at + 2], letters[at + 3]]
    grams.short += `${mark}${one} `
    if (two === undefined) return
    grams.short += `${mark}${one}${two} `
    if (three === undefined) continue
    grams.short += `${mark}${one}${two}${three} `
    if (four !== undefined) grams.long += `${mark}${one}${two}${three}${four} `
  }
}

function phraseOf(needle: string, mark: string, length: number): string {
  const letters = lettersOf(needle)
  const words: string[] = []
  for (let at = 0; at + length <= letters.length; at += 1) words.push(mark + letters.slice(at, at + length).join(''))
  return words.join(' ')
}

const SURROGATES = 0xd800
const ASCII = 0x80
const letterOfUnit: string[] = []

/** Each code unit as a character that the tokenizer of ASCII text takes for part of a word, blanks and signs too. */
function lettersOf(text: string): string[] {
  const letters = new Array<string>(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    letterOfUnit[unit] ??= String.fromCodePoint(unit + ASCII < SURROGATES ? unit + ASCII : 0x10000 + unit)
    letters[at] = letterOfUnit[unit]
  }
  return letters
}
