import { PartlySavedError } from '../../media/partly-saved-error.ts'
import type { SendOptions } from '../../media/use-media-form.ts'

interface Batch extends SendOptions {
  /** In the order in which they were chosen: the last becomes the newest. */
  files: readonly File[]
  /** Whether the backend would have each file in a call of its own. */
  isOneByOne: boolean
  /** One call with these files, which the server saves all or refuses all. */
  send: (files: readonly File[], options: SendOptions) => Promise<unknown>
}

/**
 * Sends a batch so that one bad file never holds the others back, and it is known which one it is.
 *
 * A backend that would have it so gets one file per call. Any other gets what the specification states, one call with all; if it
 * refuses that for what is in it, the files are tried one by one. Rejects with `PartlySavedError` where the files fared differently, and
 * with the call's own error where none was saved for one and the same reason.
 */
export async function sendBatch({ files, isOneByOne, send, ...options }: Batch): Promise<void> {
  if (files.length < 2) {
    await send(files, options)
    return
  }
  if (!isOneByOne) {
    try {
      await send(files, options)
      return
    } catch (error) {
      if (!isAboutFiles(error)) throw error
      options.onOneByOne?.()
    }
  }
  await sendOneByOne(files, send, options)
}

async function sendOneByOne(files: readonly File[], send: Batch['send'], options: SendOptions): Promise<void> {
  const saved: File[] = []
  const refusals = new Map<File, Error>()
  const progressOf = overallProgress(files, options.onProgress)
  for (const [place, file] of files.entries()) {
    try {
      await send([file], { signal: options.signal, onProgress: progressOf(file) })
      saved.push(file)
    } catch (error) {
      if (isAboutFiles(error)) refusals.set(file, error)
      else throw endedBy(error, { saved, refusals, unsent: files.slice(place) })
    }
    progressOf(file)(100)
  }
  if (refusals.size > 0) throw new PartlySavedError({ saved, refusals, unsent: [] })
}

/** What ended the sending stands alone if nothing came of it before. */
function endedBy(error: unknown, soFar: Pick<PartlySavedError, 'saved' | 'refusals' | 'unsent'>): unknown {
  if (soFar.saved.length === 0 && soFar.refusals.size === 0) return error
  return new PartlySavedError({ ...soFar, cause: error instanceof Error ? error : new Error() })
}

/** Per cent of all bytes, told as whole numbers that never go back while the files go one by one. */
function overallProgress(files: readonly File[], onProgress: SendOptions['onProgress']) {
  const total = files.reduce((sum, { size }) => sum + size, 0) || 1
  return (file: File) => {
    const before = files.slice(0, files.indexOf(file)).reduce((sum, { size }) => sum + size, 0)
    return (percent: number) => onProgress(Math.floor(((before + (file.size * percent) / 100) / total) * 100))
  }
}

/** A failed call, as its own error tells of it. */
type Failure = Error & { kind?: unknown; status?: unknown; code?: unknown; fields?: unknown }

const NOT_ABOUT_FILES = [401, 403, 404, 408, 429]

/**
 * Whether a failure is the server's word on the very files. A lost line, a lost session, a text that is too long or a server that is
 * down would be the same with any other file. 500 is how some simple backends refuse a file.
 */
function isAboutFiles(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { kind, status, code, fields }: Failure = error
  // Our server's word that it could not work on this photo; the next one may be no trouble.
  if (code === 'photo_not_made') return true
  if (typeof fields === 'object' && fields !== null && Object.keys(fields).length > 0) return false
  if (kind === 'refused') return true
  return kind === 'http' && Number(status) <= 500 && !NOT_ABOUT_FILES.includes(Number(status))
}
