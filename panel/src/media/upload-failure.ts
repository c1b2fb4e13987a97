import type { UnknownOutcome } from '../api/api-error.ts'
import { findMentionedFiles } from './mentioned-files.ts'

/** Our server's code for a photo that it could not process. */
export const PHOTO_NOT_MADE = 'photo_not_made'

/** A form's values with the chosen files. */
interface FilesDraft {
  files: readonly File[]
}

/** Why a draft was not saved, limited to the files that the form still has. */
export interface UploadFailure {
  error: Error
  isCancelled: boolean
  /** The chosen files that the server's message names. */
  refused: readonly File[]
  /** Set if the upload may have been saved although no response arrived. */
  unknownOutcome: UnknownOutcome | undefined
}

/**
 * Returns the failure of sending `sent` for a form that now has `draft`. `undefined` once the user
 * has removed the refused files. `hasSameFields` compares what is sent besides files.
 */
export function uploadFailure<Draft extends FilesDraft>(
  error: Error,
  sent: Draft,
  draft: Draft,
  hasSameFields: (a: Draft, b: Draft) => boolean,
): UploadFailure | undefined {
  const isChosen = (file: File) => draft.files.includes(file)
  const isCancelled = isAbort(error) || isAbort(error.cause)
  const isPartlySaved = error instanceof PartlySavedError
  const unsaved = isPartlySaved ? sent.files.filter((file) => !error.saved.includes(file)) : sent.files
  const unknownOutcome = retryOutcome(error, hasSameFields(sent, draft) && hasSameFiles(unsaved, draft.files))
  if (isPartlySaved) {
    const refusals = new Map([...error.refusals].filter(([file]) => isChosen(file)))
    const unsent = error.unsent.filter(isChosen)
    if (refusals.size + unsent.length === 0) return undefined
    const isDoubtGone = unknownOutcomeOf(error.cause) && unsent[0] !== error.unsent[0]
    const cause = error.cause instanceof Error && !isDoubtGone ? error.cause : undefined
    const remaining = new PartlySavedError({ saved: error.saved, refusals, unsent, cause })
    return { error: remaining, isCancelled, refused: [], unknownOutcome }
  }
  const refused = isCancelled ? [] : findMentionedFiles(error.message, sent.files).filter(isChosen)
  if (!unknownOutcome && refused.length === 0 && !sent.files.every(isChosen)) return undefined
  return { error, isCancelled, refused, unknownOutcome }
}

/** Reads the `unknownOutcome` of an API error. */
export function unknownOutcomeOf(error: unknown): UnknownOutcome | undefined {
  const outcome: unknown = error instanceof Error && Reflect.get(error, 'unknownOutcome')
  return outcome === 'repeats' || outcome === 'once' ? outcome : undefined
}

/** The server recognises a request only while its content is the same. */
function retryOutcome(error: Error, isSame: boolean): UnknownOutcome | undefined {
  const outcome = unknownOutcomeOf(error) ?? unknownOutcomeOf(error.cause)
  return outcome === 'once' && !isSame ? 'repeats' : outcome
}

function hasSameFiles(a: readonly File[], b: readonly File[]): boolean {
  return a.length === b.length && a.every((file, index) => file === b[index])
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

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
