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
  unknownOutcome?: UnknownOutcome | undefined
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
  /** Set if an upload or a new account may have been saved although no response arrived. */
  readonly unknownOutcome: UnknownOutcome | undefined

  constructor({ kind, status = 0, code = '', message = '', fields = {}, unknownOutcome }: Details) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.code = code
    this.fields = fields
    this.unknownOutcome = unknownOutcome
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
