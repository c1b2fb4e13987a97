import { ApiError } from './api-error.ts'
import { type Fields, isRecord, readRecord, readText } from './records/fields.ts'

/** Bodies that frameworks send for a success without content. */
const EMPTY_BODIES = ['', 'OK', 'Created', 'Accepted']

/**
 * Parses the body of a response. Except for GET, an empty 2xx body counts as `{ success: true }`,
 * since the specification leaves the responses to changes open. Throws ApiError for a failure, with
 * the wait that the header `retryAfter` asks for.
 */
export function readResponse(method: string, status: number, text: string, retryAfter: string | null = null): unknown {
  const ok = status >= 200 && status < 300
  if (ok && method !== 'GET' && EMPTY_BODIES.includes(text.trim())) return { success: true }

  const json = parseJson(text)
  if (!ok) throw new ApiError({ kind: 'http', status, ...failureDetails(json), retryAfterMs: readWait(retryAfter) })
  if (json === undefined) throw new ApiError({ kind: 'bad-response', status })
  if (isRecord(json) && json.success === false) throw new ApiError({ kind: 'refused', status, ...failureDetails(json) })
  return json
}

/** The `data` of a call beyond the specification. Throws ApiError if there is none. */
export function dataOf<Data>({ data }: { data: Data }): Data {
  if (data === undefined || data === null) throw new ApiError({ kind: 'bad-response', status: 200 })
  return data
}

/** Returns ms. Servers and proxies that send a date instead of seconds are rare, and get 0. */
function readWait(retryAfter: string | null): number {
  return /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : 0
}

/** `undefined` for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface FailureDetails {
  message?: string
  code?: string
  ticket?: string
  fields?: Record<string, string>
  current?: unknown
  warnings?: { code: string; message: string }[]
}

function failureDetails(json: unknown): FailureDetails {
  const { message, code, ticket, fields, current, warnings } = readRecord(json)
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof code === 'string' && { code }),
    ...(typeof ticket === 'string' && { ticket }),
    ...(isRecord(fields) && { fields: onlyText(fields) }),
    ...(current !== undefined && { current }),
    ...(Array.isArray(warnings) && { warnings: warnings.map(readWarning) }),
  }
}

function readWarning(warning: unknown): { code: string; message: string } {
  const { code, message } = readRecord(warning)
  return { code: readText(code), message: readText(message) }
}

function onlyText(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
