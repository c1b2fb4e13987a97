import { PartlySavedError, PHOTO_NOT_MADE } from '../../media/upload-failure.ts'
import type { SendOptions } from '../../media/use-media-form.ts'

export type SendingOptions = Pick<SendOptions, 'onProgress' | 'onOneByOne' | 'signal'>

interface Batch extends SendingOptions {
  /** In the order chosen: the last file becomes the newest photo. */
  files: readonly File[]
  /** The backend prefers one request per file. */
  isOneByOne: boolean
  /** Sends one request. The server saves all of its files or none. */
  send: (files: readonly File[], options: SendingOptions) => Promise<unknown>
}

/**
 * Sends files so that one bad file does not block the others. As specified, one request has all
 * files. If the backend refuses that request because of a file, or prefers single files, each file
 * gets its own request. Stops at the second of two equal 5xx responses in a row: the server has a
 * fault. Rejects with `PartlySavedError` if single files were already saved or refused, else with
 * the request's error.
 */
export async function sendBatch({ files, isOneByOne, send, ...options }: Batch): Promise<void> {
  if (files.length < 2) {
    await send(files, options)
    return
  }
  let fault: number | undefined
  if (!isOneByOne) {
    try {
      await send(files, options)
      return
    } catch (error) {
      if (!isAboutFiles(error)) throw error
      options.onOneByOne?.()
      fault = faultOf(error)
    }
  }
  await sendOneByOne({ files, send, fault, ...options })
}

/** `fault` is the 5xx status of the request before, if it had one. */
async function sendOneByOne(batch: Omit<Batch, 'isOneByOne'> & { fault: number | undefined }): Promise<void> {
  const { files, send, ...options } = batch
  let { fault } = batch
  const saved: File[] = []
  const refusals = new Map<File, Error>()
  const progressOf = overallProgress(files, options.onProgress)
  for (const [index, file] of files.entries()) {
    try {
      await send([file], { signal: options.signal, onProgress: progressOf(file) })
      saved.push(file)
      fault = undefined
    } catch (error) {
      if (!isAboutFiles(error)) throw withProgress(error, { saved, refusals, unsent: files.slice(index) })
      refusals.set(file, error)
      const status = faultOf(error)
      const unsent = files.slice(index + 1)
      if (status !== undefined && status === fault && unsent.length > 0) {
        throw withProgress(error, { saved, refusals, unsent })
      }
      fault = status
    }
    progressOf(file)(100)
  }
  if (refusals.size > 0) throw new PartlySavedError({ saved, refusals, unsent: [] })
}

/** Returns `error` unchanged if no file was saved or refused before it. */
function withProgress(error: unknown, soFar: Pick<PartlySavedError, 'saved' | 'refusals' | 'unsent'>): unknown {
  if (soFar.saved.length === 0 && soFar.refusals.size === 0) return error
  return new PartlySavedError({ ...soFar, cause: error instanceof Error ? error : new Error() })
}

/** Converts the progress of each file to whole per cent of all bytes. */
function overallProgress(files: readonly File[], onProgress: SendOptions['onProgress']) {
  const total = files.reduce((sum, { size }) => sum + size, 0) || 1
  return (file: File) => {
    const before = files.slice(0, files.indexOf(file)).reduce((sum, { size }) => sum + size, 0)
    return (percent: number) => onProgress(Math.floor(((before + (file.size * percent) / 100) / total) * 100))
  }
}

/** Any error, with the fields of an `ApiError`. */
type Failure = Error & { kind?: unknown; status?: unknown; code?: unknown; fields?: unknown }

const NOT_ABOUT_FILES = [401, 403, 404, 408, 429]

/** The status of a 5xx response. */
export function faultOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const { kind, status }: Failure = error
  return kind === 'http' && Number(status) >= 500 ? Number(status) : undefined
}

/**
 * Whether the server refused the files themselves. Network errors, lost sessions, invalid texts and
 * outages would occur with any file. Some simple backends refuse a file with status 500.
 */
function isAboutFiles(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { kind, status, code, fields }: Failure = error
  if (code === PHOTO_NOT_MADE) return true
  if (typeof fields === 'object' && fields !== null && Object.keys(fields).length > 0) return false
  if (kind === 'refused') return true
  return kind === 'http' && Number(status) <= 500 && !NOT_ABOUT_FILES.includes(Number(status))
}
