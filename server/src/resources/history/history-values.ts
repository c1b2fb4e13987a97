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
/** A PAN inside another text, such as a note. */
const PAN = /(?<![\p{L}\p{N}_+/])[A-Z]{5}[\s-]{0,2}\p{Nd}{4}[\s-]{0,2}[A-Z](?![\p{L}\p{N}_])/giu
/** Twelve digits, as an Aadhaar number has. */
const TWELVE_DIGITS = /(?<![\p{L}\p{N}_+/])\p{Nd}{4}(?:[\s-]{0,2}\p{Nd}{4}){2}(?![\p{L}\p{N}_])/gu
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
  const withoutPans = value.replace(PAN, maskNumber)
  return OTHER_NUMBER_FIELD.test(field) ? withoutPans : withoutPans.replace(TWELVE_DIGITS, maskNumber)
}
