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
 * The request was sent whole but got no response. `repeats`: sending it again could create a
 * duplicate. `once`: its idempotency key prevents that.
 */
export type UnknownOutcome = 'repeats' | 'once'

/** `message` is the server's own or empty; `status` is 0 without a response. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** Undefined where the request certainly had no effect. */
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

/** The user cancelled the upload. Named as the platform's abort error. */
export class CancelledError extends Error {
  readonly unknownOutcome: UnknownOutcome | undefined

  constructor(unknownOutcome?: UnknownOutcome) {
    super('The upload was cancelled')
    this.name = 'AbortError'
    this.unknownOutcome = unknownOutcome
  }
}
