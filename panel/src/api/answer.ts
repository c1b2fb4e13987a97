import { ApiError } from './api-error.ts'

/** What frameworks write as the body of a success that has none of its own. */
const STATUS_WORDS = ['', 'OK', 'Created', 'Accepted']

/**
 * Reads the text of an answer. A 2xx without any body, or with the word of its status alone, stands for `{ success: true }` on calls that
 * change something, since the specification leaves the shape of their answers open. Throws ApiError for everything that isn't a success.
 */
export function readAnswer(method: string, status: number, text: string): unknown {
  const ok = status >= 200 && status < 300
  if (ok && method !== 'GET' && STATUS_WORDS.includes(text.trim())) return { success: true }

  const json = parseJson(text)
  if (!ok) throw new ApiError({ kind: 'http', status, ...failureDetails(json) })
  if (json === undefined) throw new ApiError({ kind: 'bad-answer', status })
  if (isRecord(json) && json.success === false) throw new ApiError({ kind: 'refused', status, ...failureDetails(json) })
  return json
}

/**
 * The entries of a list, bare or in `data`; what isn't an object is left out. Some backends write an empty list as `null`. Anything
 * else throws ApiError, so that it never looks like an empty list.
 */
export function readList(answer: unknown): Record<string, unknown>[] {
  const list = isRecord(answer) ? answer.data : answer
  if (list === null && isRecord(answer) && answer.success === true) return []
  if (!Array.isArray(list)) throw new ApiError({ kind: 'bad-answer', status: 200 })
  return list.filter(isRecord)
}

/** The text of a field without space around it; a number counts as text, anything else is empty. */
export function readText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `undefined` for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureDetails(json: unknown): { message?: string; code?: string; fields?: Record<string, string> } {
  if (!isRecord(json)) return {}
  const { message, code, fields } = json
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof code === 'string' && { code }),
    ...(isRecord(fields) && { fields: onlyText(fields) }),
  }
}

function onlyText(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
