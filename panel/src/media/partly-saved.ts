interface Outcome {
  saved: readonly File[]
  /** Why each of these was refused. */
  refusals: ReadonlyMap<File, Error>
  /** What was not tried any more. */
  unsent: readonly File[]
  /** What ended the sending before all were tried: a lost line, a lost session, an `AbortError` when the person stopped it. */
  cause?: Error | undefined
}

/** Of several files, each an item of its own, some were saved and others not; or each was refused for a reason of its own. */
export class PartlySaved extends Error {
  readonly saved: readonly File[]
  readonly refusals: ReadonlyMap<File, Error>
  readonly unsent: readonly File[]

  constructor({ saved, refusals, unsent, cause }: Outcome) {
    super('', { cause })
    this.name = 'PartlySaved'
    this.saved = saved
    this.refusals = refusals
    this.unsent = unsent
  }
}
