import { ApiError } from './api-error.ts'
import { type Fields, isRecord, readRecord } from './records/fields.ts'

/** Bodies that frameworks send for a success without content. */
const EMPTY_BODIES = ['', 'OK', 'Created', 'Accepted']

/**
 * Parses the body of a response. Except for GET, an empty 2xx body counts as `{ success: true }`,
 * since the specification leaves the responses to changes open. Throws ApiError for a failure.
 */
export function readResponse(method: string, status: number, text: string): unknown {
  const ok = status >= 200 && status < 300
  if (ok && method !== 'GET' && EMPTY_BODIES.includes(text.trim())) return { success: true }

  const json = parseJson(text)
  if (!ok) throw new ApiError({ kind: 'http', status, ...failureDetails(json) })
  if (json === undefined) throw new ApiError({ kind: 'bad-response', status })
  if (isRecord(json) && json.success === false) throw new ApiError({ kind: 'refused', status, ...failureDetails(json) })
  return json
}

/** `undefined` for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureDetails(json: unknown): { message?: string; code?: string; fields?: Record<string, string> } {
  const { message, code, fields } = readRecord(json)
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof code === 'string' && { code }),
    ...(isRecord(fields) && { fields: onlyText(fields) }),
  }
}

function onlyText(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
