/**
 * Why a call did not bring what was asked for:
 * `network` no answer came; `http` a status outside 2xx; `refused` a 2xx that says `success: false`; `bad-answer` a 2xx that isn't JSON.
 */
export type ApiErrorKind = 'network' | 'http' | 'refused' | 'bad-answer'

interface Details {
  kind: ApiErrorKind
  status?: number | undefined
  code?: string | undefined
  message?: string | undefined
  fields?: Record<string, string> | undefined
  unknownOutcome?: UnknownOutcome | undefined
}

/**
 * Said of a sending that had left whole and got no answer, so that it may have been carried out: whether sending it again would do it
 * once more, or is known again by its key.
 */
export type UnknownOutcome = 'repeats' | 'once'

/** A failed call. `message` is the server's own sentence or empty; `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** None where it is certain that nothing was done. */
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

/** A sending that the person called off; named as the platform names it. */
export class CancelledError extends Error {
  readonly unknownOutcome: UnknownOutcome | undefined

  constructor(unknownOutcome?: UnknownOutcome) {
    super('The upload was cancelled')
    this.name = 'AbortError'
    this.unknownOutcome = unknownOutcome
  }
}
