/** What to say besides the sentence: which fields to mend, or after how many seconds to come back. */
export interface ErrorDetails {
  fields?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
}

/** A refusal that reaches the caller as it is: `message` is one sentence for a person, `code` a word for a program. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly code: string
  readonly details: ErrorDetails

  constructor(statusCode: number, code: string, message: string, details: ErrorDetails = {}) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.details = details
  }
}

export function badRequest(message: string, fields?: Record<string, string>): HttpError {
  return new HttpError(400, 'bad_request', message, fields ? { fields } : {})
}

export function unauthenticated(message = 'Please sign in first.'): HttpError {
  return new HttpError(401, 'unauthenticated', message)
}

export function forbidden(message = 'Your account may not do this.'): HttpError {
  return new HttpError(403, 'forbidden', message)
}

export function notFound(message = 'There is nothing at this address.'): HttpError {
  return new HttpError(404, 'not_found', message)
}

export function tooLarge(message: string): HttpError {
  return new HttpError(413, 'too_large', message)
}

export function unsupportedMedia(message: string): HttpError {
  return new HttpError(415, 'unsupported_media', message)
}

/** `retryAfter` is in seconds. */
export function tooMany(message: string, retryAfter: number): HttpError {
  return new HttpError(429, 'too_many', message, { retryAfter })
}

/** `retryAfter` is in seconds. */
export function unavailable(message: string, retryAfter = 5): HttpError {
  return new HttpError(503, 'unavailable', message, { retryAfter })
}

/** The server cannot start; the message is one sentence that says why and what to do. */
export class StartError extends Error {
  override name = 'StartError'
}
