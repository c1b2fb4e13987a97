import type { LocalisedText } from '../text/localised-text.ts'

/** A fault in one field of the settings. */
export class TrustFieldError extends Error {
  override name = 'TrustFieldError'
  /** Such as `wordings[1].from`; empty for the content as a whole. */
  readonly field: string
  readonly sentence: LocalisedText

  constructor(field: string, sentence: LocalisedText) {
    super(sentence('en'))
    this.field = field
    this.sentence = sentence
  }
}
