import { StartError } from '../errors.ts'

/**
 * A fault in one field of the trust's file. The message follows the field's name in a sentence,
 * such as `must be …`.
 */
export class TrustFieldError extends Error {
  override name = 'TrustFieldError'
  /** Such as `wordings[1].from`; empty for the file as a whole. */
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** Turns a TrustFieldError or SyntaxError into a StartError; returns other errors unchanged. */
export function explainTrustError(file: string, error: unknown): unknown {
  if (error instanceof TrustFieldError) {
    const subject = error.field === '' ? 'the content' : `"${error.field}"`
    return new StartError(`The trust's details in ${file} (TRUST_FILE) are wrong: ${subject} ${error.message}.`)
  }
  if (!(error instanceof SyntaxError)) return error
  return new StartError(
    `The trust's details in ${file} (TRUST_FILE) are not valid JSON: ${error.message.replaceAll(/\s+/g, ' ')}.`,
  )
}
