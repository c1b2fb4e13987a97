import { normaliseText, searchWords, toPlainForm } from '../base/normalise-text.ts'

/** The fields that identify a donor. */
export interface DonorFields {
  donorName?: string | null | undefined
  donorEmail?: string | null | undefined
  donorPhone?: string | null | undefined
}

/** The fields that a search reads. */
export interface SearchableFields extends DonorFields {
  purpose?: string | null | undefined
  /** Integer paise. */
  amount?: number | null | undefined
  razorpay?: { paymentId?: string | null | undefined } | null | undefined
  receipt?: { number?: string | null | undefined } | null | undefined
  /** Set to `searchTexts` if the same rows are searched again and again. */
  texts?: SearchTexts
}

/**
 * The words of a search. A donation matches when it contains every word; each word lists its
 * accepted spellings.
 */
export type SearchQuery = readonly (readonly string[])[]

/** `donor` searches only name, e-mail and phone (specification, section 2). */
export type SearchScope = 'all' | 'donor'

const PHONE_LIKE = /^(?=.*\d)[\d\s+().-]+$/
const AMOUNT = /^₹?(\d[\d,]*)(?:\.(\d{1,2}))?$/
const LAST_NASAL = /^(.+)([ङञणनम])्?$/u
/** Before which each nasal may be written as anusvara. */
const STOPS: Readonly<Record<string, string>> = { ङ: 'कखगघ', ञ: 'चछजझ', ण: 'टठडढ', न: 'तथदध', म: 'पफबभ' }
/** Fewer digits after a leading zero would match nearly every phone. */
const MIN_DIGITS_AFTER_ZERO = 3

/** Parses a search as typed. An empty query matches every donation. */
export function parseSearch(search: string): SearchQuery {
  const query = parseDonorSearch(normaliseText(search).replaceAll('₹ ', '₹'))
  return query.map((spellings) => [...spellings, ...spellings.slice(0, 1).flatMap(amountSpelling)])
}

/** As `parseSearch`, for texts without amounts. */
export function parseDonorSearch(search: string): SearchQuery {
  const text = normaliseText(search)
  if (text === '') return []
  // "098765 43210" matches as one number and as two words.
  const wholePhone = phoneSpellings(text)
  // Undivided too: "a.rao" may be an initial and a name, or the start of an e-mail.
  return text
    .split(' ')
    .flatMap((typed) =>
      searchWords(typed).map((word) => [
        ...new Set([word, typed, ...nasalSpellings(word), ...phoneSpellings(word), ...wholePhone]),
      ]),
    )
}

/** As "हिन" is on the way to "हिन्दी". At least three characters, which an index needs. */
function nasalSpellings(word: string): string[] {
  const [, start, nasal = ''] = LAST_NASAL.exec(word) ?? []
  return [...(STOPS[nasal] ?? '')].map((stop) => `${start}\u0902${stop}`)
}

function phoneSpellings(text: string): string[] {
  if (!PHONE_LIKE.test(text)) return []
  const digits = digitsOf(text)
  const withoutZeros = digits.replace(/^0+/, '')
  return digits !== withoutZeros && withoutZeros.length >= MIN_DIGITS_AFTER_ZERO ? [digits, withoutZeros] : [digits]
}

function amountSpelling(word: string): string[] {
  const [, rupees, paise] = AMOUNT.exec(word) ?? []
  if (rupees === undefined) return []
  return [encodeAmount(rupees.replaceAll(',', ''), paise?.padEnd(2, '0') ?? '')]
}

const AMOUNT_START = '\ue010'
const AMOUNT_POINT = '\ue011'
const AMOUNT_DIGIT_ZERO = 0xe000

/**
 * Encodes an amount in private-use characters, so that a search must name all rupees: "500" finds
 * ₹500 and ₹500.50, but not ₹1,500.
 */
function encodeAmount(rupees: string, paise: string): string {
  const encode = (digits: string) =>
    digits.replace(/\d/g, (digit) => String.fromCharCode(AMOUNT_DIGIT_ZERO + Number(digit)))
  return AMOUNT_START + encode(rupees) + AMOUNT_POINT + encode(paise)
}

/** Normalised name, e-mail, phone and the digits of the phone, one per line. */
export function donorSearchText({ donorName, donorEmail, donorPhone }: DonorFields): string {
  const phone = normaliseText(donorPhone ?? '')
  return linesOf([
    normaliseText(donorName ?? ''),
    normaliseText(donorEmail ?? ''),
    ...new Set([phone, digitsOf(phone)]),
  ])
}

/** Normalised purpose and encoded amount, one per line. */
export function purposeSearchText({ purpose, amount }: Pick<SearchableFields, 'purpose' | 'amount'>): string {
  return linesOf([normaliseText(purpose ?? ''), typeof amount === 'number' ? amountText(amount) : ''])
}

function amountText(amount: number): string {
  const digits = String(Math.abs(Math.round(amount))).padStart(3, '0')
  return encodeAmount(digits.slice(0, -2), digits.slice(-2))
}

/** Payment id and receipt number, one per line. Lowercases only ASCII, as both databases do. */
function referenceSearchText({ razorpay, receipt }: SearchableFields): string {
  const lower = (text: string | null | undefined) => (text ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return linesOf([lower(razorpay?.paymentId), lower(receipt?.number)])
}

/** The normalised texts that a search reads. */
export interface SearchTexts {
  donor: string
  purpose: string
  reference: string
}

export function searchTexts(fields: SearchableFields): SearchTexts {
  return {
    donor: donorSearchText(fields),
    purpose: purposeSearchText(fields),
    reference: referenceSearchText(fields),
  }
}

/** Shorter words would match the random letters of many payment ids. */
const MIN_REFERENCE_LENGTH = 5

const DONOR_TEXT = ['donor'] as const
const SHORT_WORD_TEXTS = ['donor', 'purpose'] as const
const ALL_TEXTS = ['donor', 'purpose', 'reference'] as const

/** Returns the names of the texts to search for a spelling of a word. */
export function textsToSearch(spelling: string, scope: SearchScope): readonly (keyof SearchTexts)[] {
  if (scope === 'donor') return DONOR_TEXT
  return spelling.length < MIN_REFERENCE_LENGTH ? SHORT_WORD_TEXTS : ALL_TEXTS
}

export function matchesSearch(fields: SearchableFields, query: SearchQuery, scope: SearchScope = 'all'): boolean {
  return query.length === 0 || containsWords(fields.texts ?? searchTexts(fields), query, scope)
}

/** Words contain no line breaks, so no word matches across two lines. */
export function containsWords(texts: SearchTexts, query: SearchQuery, scope: SearchScope): boolean {
  return query.every((spellings) =>
    spellings.some((spelling) => textsToSearch(spelling, scope).some((name) => texts[name].includes(spelling))),
  )
}

/**
 * Identifies a donor: the e-mail in lower case, else the digits of the phone, else the normalised
 * name (specification, section 9). Returns `null` for a donation without any of them.
 * Only the first 500 characters count.
 */
export function donorKey({ donorName, donorEmail, donorPhone }: DonorFields): string | null {
  const email = toPlainForm(donorEmail ?? '').toLowerCase()
  if (email !== '') return keyOf('e', email)
  const digits = digitsOf(normaliseText(donorPhone ?? ''))
  if (digits !== '') return keyOf('p', digits)
  const name = normaliseText(donorName ?? '')
  return name === '' ? null : keyOf('n', name)
}

/** A PostgreSQL index entry holds at most 2,704 bytes, about 900 characters of Devanagari. */
const KEY_LENGTH = 500

function keyOf(kind: 'e' | 'p' | 'n', text: string): string {
  return `${kind}:${text.slice(0, KEY_LENGTH)}`
}

function linesOf(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n')
}

function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '')
}
