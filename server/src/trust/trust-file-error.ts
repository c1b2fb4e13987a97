import { StartError } from '../errors.ts'
import type { LocalisedText } from '../text/localised-text.ts'

interface FieldErrorOptions {
  /** A whole sentence for a form that shows it at the field. Default: from the message, in English. */
  sentence?: LocalisedText | undefined
  /** In a form, if the sentence stands at another field there. */
  formField?: string | undefined
}

/**
 * A fault in one field of the trust's details. The message follows the field's name in a sentence,
 * such as `must be …`.
 */
export class TrustFieldError extends Error {
  override name = 'TrustFieldError'
  /** Such as `wordings[1].from`; empty for the content as a whole. */
  readonly field: string
  readonly formField: string
  readonly sentence: LocalisedText

  constructor(field: string, message: string, options: FieldErrorOptions = {}) {
    super(message)
    this.field = field
    const { sentence = () => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, formField = field } = options
    this.formField = formField
    this.sentence = sentence
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
