import { normaliseText } from './normalise-text.ts'

/** What a search looks at, and what tells one donor from another. */
export interface DonorFields {
  donorName?: string | null | undefined
  donorEmail?: string | null | undefined
  donorPhone?: string | null | undefined
  purpose?: string | null | undefined
}

/** What to look for: a donation is found when one of its lines holds one of these. None at all finds every donation. */
export type Needles = readonly string[]

/** A number as people write it, with at least one digit. */
const PHONE_LIKE = /^(?=.*\d)[\d\s+().-]+$/

/** `search` as typed. What looks like a phone number is looked for by its digits too, so that spaces and dashes do not matter. */
export function needlesOf(search: string): Needles {
  const text = normaliseText(search)
  if (text === '') return []
  if (!PHONE_LIKE.test(text)) return [text]
  return [...new Set([text, digitsOf(text)])]
}

/** Name, e-mail, phone and the phone's digits, each folded, one per line. */
export function donorLines({ donorName, donorEmail, donorPhone }: DonorFields): string {
  const phone = normaliseText(donorPhone ?? '')
  const digits = digitsOf(phone)
  const lines = [normaliseText(donorName ?? ''), normaliseText(donorEmail ?? ''), phone, digits === phone ? '' : digits]
  return lines.filter((line) => line !== '').join('\n')
}

export function purposeLine({ purpose }: DonorFields): string {
  return normaliseText(purpose ?? '')
}

/** Whether a search finds a donation; `searchIn: 'donor'` leaves the purpose out (specification, section 2). */
export function matchesSearch(donation: DonorFields, needles: Needles, searchIn: 'all' | 'donor' = 'all'): boolean {
  if (needles.length === 0) return true
  return holdsOne(donorLines(donation), needles) || (searchIn === 'all' && holdsOne(purposeLine(donation), needles))
}

/** Folded text has no line breaks of its own, so that nothing is found across two lines. */
export function holdsOne(lines: string, needles: Needles): boolean {
  return needles.some((needle) => lines.includes(needle))
}

/**
 * What tells a donor from another: the e-mail without regard to case, else the digits of the phone, else the folded name (specification,
 * section 9; reading D5). `null` for a donation that has none of the three, which is no donor. Texts that are the same in their first 500
 * characters are the same donor.
 */
export function donorKey({ donorName, donorEmail, donorPhone }: DonorFields): string | null {
  const email = (donorEmail ?? '').trim().toLowerCase()
  if (email !== '') return keyOf('e', email)
  const digits = digitsOf(normaliseText(donorPhone ?? ''))
  if (digits !== '') return keyOf('p', digits)
  const name = normaliseText(donorName ?? '')
  return name === '' ? null : keyOf('n', name)
}

/** An index of PostgreSQL holds no more than 2,704 bytes, which are 900 of Devanagari; nobody's address or name is longer than this. */
const KEY_LENGTH = 500

function keyOf(kind: 'e' | 'p' | 'n', text: string): string {
  return `${kind}:${text.slice(0, KEY_LENGTH)}`
}

function digitsOf(folded: string): string {
  return folded.replace(/[^0-9]/g, '')
}
