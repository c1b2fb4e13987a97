interface Details {
  saved: readonly File[]
  /** The refused files and the error of each. */
  refusals: ReadonlyMap<File, Error>
  /** Files neither saved nor refused. The request of the first may have been sent. */
  unsent: readonly File[]
  /**
   * What ended the upload early: a network error, a lost session, or an `AbortError` when the user
   * cancelled.
   */
  cause?: Error | undefined
}

/**
 * An upload that saves each file as its own record ended with refused or unsent files. Other files
 * may have been saved.
 */
export class PartlySavedError extends Error {
  readonly saved: readonly File[]
  readonly refusals: ReadonlyMap<File, Error>
  readonly unsent: readonly File[]

  constructor({ saved, refusals, unsent, cause }: Details) {
    super('', { cause })
    this.name = 'PartlySavedError'
    this.saved = saved
    this.refusals = refusals
    this.unsent = unsent
  }
}
