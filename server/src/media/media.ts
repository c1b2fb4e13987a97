import { IMAGE_TYPES, type ImageType } from './image-type.ts'

/** A file that has arrived whole and been found good, but is not yet in its place. */
export interface StagedFile {
  /** Where `commit` will put it: the stored path, `/media/<2 hex>/<30 hex>.<extension of the content>`. */
  readonly path: string
  readonly type: ImageType
  readonly bytes: number
}

export interface StageOptions {
  /** What to call the file in a sentence, as its sender named it. */
  readonly name: string
  readonly maxBytes: number
}

/**
 * Where uploaded files live. Paths are generated here, never taken from a sender, and a path is never used twice: a replaced photo
 * has a new address, so that what is served may be cached for ever.
 */
export interface Media {
  /**
   * Streams one file to the side and makes it durable, with a few chunks in memory at a time. The type is judged by content.
   * Throws an `HttpError` whose sentence names the file when it is empty, over `maxBytes`, or no image of an allowed type;
   * whatever is thrown, nothing stays behind.
   */
  stage(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedFile>
  /** Puts a staged file at its path, durably: once this has returned, a power cut does not undo it. */
  commit(staged: StagedFile): Promise<void>
  /** Forgets a staged file that will not be wanted. Does nothing after `commit` or a second time. */
  discard(staged: StagedFile): Promise<void>
  /** Removes the file at a stored path, durably. A file that is already gone is no error. */
  remove(path: string): Promise<void>
  /** Removes what earlier processes left on the side. To be called once, before the first `stage`. */
  sweepStaged(): Promise<void>
}

/** What is kept at stored paths: the photos that people send, and the short videos of the sample. */
const STORED_TYPES = [...IMAGE_TYPES, 'mp4']

/** The shape of every stored path; nothing else is ever looked up, so that no path can lead elsewhere. */
const STORED_PATH = new RegExp(`^/media/[0-9a-f]{2}/[0-9a-f]{30}\\.(?:${STORED_TYPES.join('|')})$`)

export function isStoredPath(path: string): boolean {
  return STORED_PATH.test(path)
}
