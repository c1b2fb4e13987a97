/**
 * `network`: no response. `http`: a status other than 2xx. `refused`: 2xx with `success: false`.
 * `bad-response`: 2xx without the expected JSON.
 */
export type ApiErrorKind = 'network' | 'http' | 'refused' | 'bad-response'

interface Details {
  kind: ApiErrorKind
  status?: number | undefined
  code?: string | undefined
  message?: string | undefined
  fields?: Record<string, string> | undefined
  retryAfterMs?: number | undefined
  ticket?: string | undefined
  unknownOutcome?: UnknownOutcome | undefined
  current?: unknown
  warnings?: Warning[] | undefined
}

/** What the user must confirm. `message` is for users. */
interface Warning {
  code: string
  message: string
}

/**
 * The request was sent completely but got no response. `repeats`: a retry could create a duplicate.
 * `once`: the idempotency key prevents a duplicate.
 */
export type UnknownOutcome = 'repeats' | 'once'

/** `message` is the server's message or empty; `status` is 0 without a response. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** The wait that the server asks for by `Retry-After`; 0 without. */
  readonly retryAfterMs: number
  /** For the second call of a sign-in; empty for every other error. */
  readonly ticket: string
  /** Set if an upload or a new account may have been saved although no response arrived. */
  readonly unknownOutcome: UnknownOutcome | undefined
  /** The record as it is now, if the save began from another version. */
  readonly current: unknown
  /** Set if the server saves only after the user has confirmed these. */
  readonly warnings: readonly Warning[]

  constructor(details: Details) {
    const {
      kind,
      status = 0,
      code = '',
      message = '',
      fields = {},
      retryAfterMs = 0,
      ticket = '',
      unknownOutcome,
      current,
      warnings = [],
    } = details
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfterMs = retryAfterMs
    this.ticket = ticket
    this.unknownOutcome = unknownOutcome
    this.current = current
    this.warnings = warnings
  }
}

/** The user cancelled the upload. Has the name of the browser's own abort error. */
export class CancelledError extends Error {
  readonly unknownOutcome: UnknownOutcome | undefined

  constructor(unknownOutcome?: UnknownOutcome) {
    super('The upload was cancelled')
    this.name = 'AbortError'
    this.unknownOutcome = unknownOutcome
  }
}

/** Returns the server's reason why a record cannot be deleted or changed as it is now; else "". */
export function refusalOf(error: unknown): string {
  return error instanceof ApiError && error.status === 409 && error.code === 'conflict' ? error.message : ''
}
