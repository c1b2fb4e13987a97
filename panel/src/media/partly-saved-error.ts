interface Details {
  saved: readonly File[]
  /** Why each of these was refused. */
  refusals: ReadonlyMap<File, Error>
  /** Files that were never sent. */
  unsent: readonly File[]
  /**
   * What ended the upload early: a network error, a lost session, or an `AbortError` when the user
   * cancelled.
   */
  cause?: Error | undefined
}

/**
 * Some files of an upload, each a record of its own, were not saved, or each for a different
 * reason.
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
