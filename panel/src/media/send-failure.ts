import { namedFiles } from './named-files.ts'
import { PartlySaved } from './partly-saved.ts'

/**
 * Said of what had left whole and got no answer, so that it may have been saved: whether trying again would save it once more
 * (`repeats`), or is known again by the server (`once`).
 */
export type Doubt = 'repeats' | 'once'

/** Why what a form holds was not saved. */
export interface SendFailure {
  error: Error
  /** The person stopped it. */
  isCancelled: boolean
  /** Of the chosen files, those that the server objected to by name. */
  refused: readonly File[]
  doubt: Doubt | undefined
}

/** Reads a failure; a call's own error tells its `doubt`. */
export function readFailure(error: Error, isCancelled: boolean, files: readonly File[]): SendFailure {
  const doubt = doubtOf(error) ?? doubtOf(error.cause)
  return { error, isCancelled, refused: isCancelled ? [] : namedFiles(error.message, files), doubt }
}

/** The failure once something else would be sent: the server does not know that again, so that it would be saved beside the first. */
export function failureAfterChange(failure: SendFailure): SendFailure {
  return failure.doubt === 'once' ? { ...failure, doubt: 'repeats' } : failure
}

export function doubtOf(error: unknown): Doubt | undefined {
  const doubt: unknown = error instanceof Error && Reflect.get(error, 'doubt')
  return doubt === 'repeats' || doubt === 'once' ? doubt : undefined
}

/** What is still true of a failure when, instead of the files `before`, these are chosen; `undefined` if nothing is. */
export function failureWith(
  failure: SendFailure,
  before: readonly File[],
  files: readonly File[],
): SendFailure | undefined {
  const { error } = failure
  if (error instanceof PartlySaved) {
    const refusals = new Map([...error.refusals].filter(([file]) => files.includes(file)))
    const unsent = error.unsent.filter((file) => files.includes(file))
    if (refusals.size + unsent.length === 0) return undefined
    return { ...failure, error: new PartlySaved({ ...error, refusals, unsent, cause: causeOf(error) }) }
  }
  const refused = failure.refused.filter((file) => files.includes(file))
  if (failure.doubt) return { ...failure, refused }
  if (refused.length === 0 && before.some((file) => !files.includes(file))) return undefined
  return { ...failure, refused }
}

function causeOf({ cause }: Error): Error | undefined {
  return cause instanceof Error ? cause : undefined
}
