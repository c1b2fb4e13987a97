import { toPlainForm } from '@sevadesk/contract/base/normalise-text.ts'
import { maskNumber } from '@sevadesk/contract/donors/pan.ts'

/** What the history keeps about an entry besides its row. */
export interface HistoryValues {
  /** The actor's username at the time. */
  username?: string
  ip?: string
  userAgent?: string
  command?: string
  /** What a person calls the record, such as an event's title. */
  title?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  details?: Record<string, unknown>
}

const SECRET_FIELD = /password$|hash$|secret|token|signature|ticket|recovery/i
const NUMBER_FIELD = /pan$|^otherId$/i
/** A PAN inside a text, such as a note or a GSTIN. Only one in capitals may have spaces in it. */
const PANS = [
  /(?<![\p{L}\p{N}+])(?:PAN)?(?:\d\d)?(?:[A-Z][\s.-]?){3}[ABCEFGHJKLPT][\s.-]?[A-Z][\s.-]{0,3}(?:\p{Nd}[\s.-]?){4}[\s.-]{0,2}[A-Z](?:[A-Z\d]Z[A-Z\d])?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}+])(?:\d\d)?[A-Z]{3}[ABCEFGHJKLPT][A-Z]\p{Nd}{4}[A-Z](?:[A-Z\d]Z[A-Z\d])?(?![\p{L}\p{N}])/giu,
]
/** Twelve digits, as an Aadhaar number has. */
const TWELVE_DIGITS = /(?<![\p{L}\p{N}_+/])\p{Nd}{4}(?:[\s.-]{0,3}\p{Nd}{4}){2}(?![\p{L}\p{N}_])/gu
/** Fields that say who acted, and on which account or file. */
const KEPT_FIELD = /^(?:username|of|file|ip|userAgent|email)$/
/** Fields whose digits are a phone, a cheque, a bank's reference or an id. */
const OTHER_NUMBER_FIELD = /phone|number|account|reference|id$/i

/** Returns the fields that differ. A field that is in one of the two alone differs. */
export function changedFields(
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
): Pick<HistoryValues, 'before' | 'after'> {
  if (!before || !after) return { ...(before && { before }), ...(after && { after }) }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (fields: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}

/**
 * Leaves out fields that hold secrets, and masks PANs and other identity numbers but for the last
 * four characters, in any field: what the history keeps about money cannot be erased.
 */
export function withoutSecrets<Values extends object>(values: Values): Values {
  return JSON.parse(JSON.stringify(masked('', values)))
}

/** The values of a list are of the field that holds it. */
function masked(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(field, item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, masked(name, part)]))
  if (typeof value !== 'string') return value
  if (SECRET_FIELD.test(field)) return undefined
  if (NUMBER_FIELD.test(field)) return maskNumber(value)
  if (KEPT_FIELD.test(field)) return value
  const withoutPans = withoutPansIn(value)
  if (OTHER_NUMBER_FIELD.test(field)) return withoutPans
  return withoutPans.replace(TWELVE_DIGITS, (text) => (isAadhaar(text) ? maskNumber(text) : text))
}

/** Returns the text in plain form if that alone shows a PAN, which invisible or full-width characters hid. */
function withoutPansIn(text: string): string {
  const mask = (from: string) => PANS.reduce((masked, pan) => masked.replace(pan, maskNumber), from)
  const [masked, plain] = [mask(text), toPlainForm(mask(text))]
  return mask(plain) === plain ? masked : mask(plain)
}

/** Twelve digits of other meaning: an Indian mobile number, three years, the time in a backup's name. */
const NO_AADHAAR = /^(?:91[6-9]|(?:20\d\d){3}|20\d\d(?:0[1-9]|1[0-2])[0-3]\d[0-2]\d[0-5])/

function isAadhaar(text: string): boolean {
  const digits = toPlainForm(text).replace(/\D/g, '')
  return /^[2-9]/.test(digits) && !NO_AADHAAR.test(digits) && hasCheckDigit(digits)
}

/** How Verhoeff's check permutes the digits of one place; each next place once more. */
const PERMUTED = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** Whether the last digit is right by Verhoeff, whose sums are turns and flips of a pentagon. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    let value = Number(digit)
    for (let turn = 0; turn < place % 8; turn++) value = PERMUTED[value] ?? 0
    const turned = sum < 5 ? sum + value : sum - value
    sum = ((turned + 10) % 5) + (sum < 5 === value < 5 ? 0 : 5)
  }
  return sum === 0
}
