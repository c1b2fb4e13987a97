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
}

/** A failed call. `message` is the server's own sentence or empty; `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>

  constructor({ kind, status = 0, code = '', message = '', fields = {} }: Details) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.code = code
    this.fields = fields
  }
}
