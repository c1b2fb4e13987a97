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
 * four characters.
 */
export function withoutSecrets<Values extends object>(values: Values): Values {
  return JSON.parse(JSON.stringify(values), (name, value: unknown) => {
    if (typeof value !== 'string') return value
    if (SECRET_FIELD.test(name)) return undefined
    return NUMBER_FIELD.test(name) ? maskNumber(value) : value
  })
}
