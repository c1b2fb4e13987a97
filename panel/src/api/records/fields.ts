import { isBlank } from '@sevadesk/contract/base/not-blank.ts'

/**
 * The fields of a record as a backend sent them. Each may be missing or have another type than the
 * contract says.
 */
export type Fields = Record<string, unknown>

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an empty record if the value is not a record. */
export function readRecord(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

/** Trimmed text; empty if nothing of it is visible. A number becomes text; any other value becomes empty. */
export function readText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && !isBlank(value) ? value.trim() : ''
}

/** The texts of an array, without empty ones. */
export function readTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(readText).filter(Boolean) : []
}

/** A number, or a text that is one, rounded to an integer. */
export function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  if (typeof number !== 'number') return undefined
  const integer = Math.round(number)
  return Number.isSafeInteger(integer) ? integer : undefined
}

/** The version of a record; `undefined` if the backend counts none. */
export function readVersion(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** A time in ms since 1970, from ms or from text. */
export function readTime(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) return undefined
  const time = new Date(value).getTime()
  return Number.isNaN(time) ? undefined : time
}

/** A time as text: ms since 1970 become ISO 8601, and text is only trimmed. */
export function readTimestamp(value: unknown): string {
  if (typeof value !== 'number') return readText(value)
  const time = readTime(value)
  return time === undefined ? '' : new Date(time).toISOString()
}

/** False only for `false`, 0 and texts such as "no" or "inactive". */
export function readFlag(value: unknown): boolean {
  if (typeof value === 'string') return !/^(false|0|no|inactive)$/i.test(value.trim())
  return value !== false && value !== 0
}

/** Returns the backend's `_id` (empty if missing) and an `id` that is never empty. */
export function readIds({ _id }: Fields, index: number): { id: string; _id: string } {
  const ownId = readText(_id)
  return { id: ownId || `without-id-${index}`, _id: ownId }
}
