import { VERSION_CONFLICT } from '@sevadesk/contract/records/version.ts'
import { type LocalisedText, localised } from './text/localised-text.ts'

export interface ErrorDetails {
  fields?: Record<string, LocalisedText>
  /** Seconds. */
  retryAfter?: number
  /** The record as it is now. */
  current?: object
  /** For the second call of a sign-in. */
  ticket?: string
  /** What the user must confirm. */
  warnings?: readonly { code: string; sentence: LocalisedText }[]
}

/**
 * A refusal sent to the client: `sentence` is the message in each language, `code` is for
 * programs.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly code: string
  readonly sentence: LocalisedText
  readonly details: ErrorDetails

  constructor(statusCode: number, code: string, sentence: LocalisedText, details: ErrorDetails = {}) {
    super(sentence('en'))
    this.statusCode = statusCode
    this.code = code
    this.sentence = sentence
    this.details = details
  }
}

export function badRequest(sentence: LocalisedText, fields?: Record<string, LocalisedText>): HttpError {
  return new HttpError(400, 'bad_request', sentence, fields ? { fields } : {})
}

const SIGN_IN_FIRST = localised('Please log in first.')

export function unauthenticated(sentence: LocalisedText = SIGN_IN_FIRST): HttpError {
  return new HttpError(401, 'unauthenticated', sentence)
}

const NOT_YOURS = localised('Your account is not allowed to do this.')

export function forbidden(sentence: LocalisedText = NOT_YOURS): HttpError {
  return new HttpError(403, 'forbidden', sentence)
}

const NOTHING_HERE = localised('There is nothing at this address.')

export function notFound(sentence: LocalisedText = NOTHING_HERE): HttpError {
  return new HttpError(404, 'not_found', sentence)
}

const SAVED_MEANWHILE = localised('Someone else saved a change here meanwhile. Compare both versions and save again.')

/**
 * Throws 412 with the current record, unless a save may replace this version. `expected` is the
 * version that the save began from; undefined accepts any (RFC 9110, section 13.1.1).
 */
export function assertVersion(expected: string | undefined, current: { version?: number }): void {
  if (expected === undefined || expected === String(current.version)) return
  throw new HttpError(412, VERSION_CONFLICT, SAVED_MEANWHILE, { current })
}

export function tooLarge(sentence: LocalisedText): HttpError {
  return new HttpError(413, 'too_large', sentence)
}

export function unsupportedMedia(sentence: LocalisedText): HttpError {
  return new HttpError(415, 'unsupported_media', sentence)
}

/** `retryAfter` is in seconds. */
export function tooMany(sentence: LocalisedText, retryAfter: number): HttpError {
  return new HttpError(429, 'too_many', sentence, { retryAfter })
}

/** `retryAfter` is in seconds. */
export function unavailable(sentence: LocalisedText, retryAfter = 5): HttpError {
  return new HttpError(503, 'unavailable', sentence, { retryAfter })
}

/** EX_CONFIG of sysexits.h: deploy/sevadesk.service tells systemd not to start the server again. */
export const NO_RESTART = 78

/** The server cannot start. The message is one line with the reason and what to do. */
export class StartError extends Error {
  override name = 'StartError'
  exitCode: 1 | typeof NO_RESTART = 1
}

/**
 * Returns the message without its full stop. A refused connection to a host with several addresses
 * is an AggregateError without a message.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
