import { createHash } from 'node:crypto'
import { Mutex } from 'async-mutex'
import { TrustFieldError } from '../../trust/trust-field-error.ts'
import { TrialEndedError, tryTrustPictures, unprintablePicture } from '../../trust/trust-picture.ts'
import type { TrustPicture } from '../../trust/trust-settings.ts'

/** A picture that takes longer would hold up every receipt. */
const LIMIT_MS = 10_000
const MAX_REMEMBERED = 32

/** Fingerprints of pictures that can be printed: each preview sends the same ones again. */
const printable = new Set<string>()
/** Each trial is a process of 60 MB or more, so only one runs at a time. */
const trial = new Mutex()

/**
 * Prints a picture in a process of its own. Only one picture is tried at a time. Returns the fault of a
 * picture that is damaged, takes too long, or needs too much memory.
 */
export async function tryPicture(field: string, picture: TrustPicture | null): Promise<TrustFieldError | undefined> {
  if (!picture) return undefined
  const fingerprint = createHash('sha256').update(picture.base64).digest('base64url')
  const isPrintable = () => printable.has(fingerprint)
  // Before the queue too: a preview of a known picture must not wait for the trial of another.
  if (isPrintable()) return undefined
  return trial.runExclusive(() => (isPrintable() ? undefined : runTrial(field, picture, fingerprint)))
}

async function runTrial(
  field: string,
  picture: TrustPicture,
  fingerprint: string,
): Promise<TrustFieldError | undefined> {
  try {
    await tryTrustPictures({ logo: picture, signatory: null }, { limitMs: LIMIT_MS })
  } catch (error) {
    if (error instanceof TrustFieldError || error instanceof TrialEndedError) return unprintablePicture(field)
    throw error
  }
  if (printable.size >= MAX_REMEMBERED) printable.clear()
  printable.add(fingerprint)
  return undefined
}
