import { IMAGE_TYPES, type ImageType } from './images/image-type.ts'
import { VIDEO_TYPES, type VideoType } from './videos/detect-video-type.ts'

/** A file that has arrived whole and been found good, but is not yet in its place. */
export interface StagedFile {
  /** Where `commit` will put it: the stored path, `/media/<2 hex>/<30 hex>.<extension of the content>`. */
  readonly path: string
  readonly type: ImageType | VideoType
  /** Of the file as it will be kept. */
  readonly bytes: number
  /** Of a photo: how large it is as it will be kept, in pixels. */
  readonly picture?: PictureSize
}

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Smaller versions of a stored picture that are made, but not yet in their places. */
export interface StagedVariants {
  /** The stored path of the picture. */
  readonly path: string
  /** Pixels; each stands for one file in every format of `PICTURE_FORMATS`. Empty when none are worth making. */
  readonly widths: readonly number[]
}

export interface StageOptions {
  /** What to call the file in a sentence, as its sender named it. */
  readonly name: string
  /** Of the file as it is sent. */
  readonly maxBytes: number
  readonly kind: 'photo' | 'video'
  /** Aborted when nobody wants the file any more: `stage` then throws its reason, as soon as `source` has ended. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Where uploaded files live. Paths are generated here, never taken from a sender, and a path is never used twice: a replaced photo
 * has a new address, so that what is served may be cached for ever.
 */
export interface Media {
  /**
   * Streams one file to the side and makes it durable, with a few chunks in memory at a time. The type is judged by content.
   * A photo is made fit: upright, in sRGB, without metadata, no larger than the settings say. A video stays byte for byte.
   * Throws an `HttpError` whose sentence names the file when it is empty, over `maxBytes`, of no allowed type or damaged;
   * whatever is thrown, nothing stays behind.
   */
  stage(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedFile>
  /** Puts a staged file at its path, durably: once this has returned, a power cut does not undo it. */
  commit(staged: StagedFile): Promise<void>
  /** Forgets a staged file that will not be wanted. Does nothing after `commit` or a second time. */
  discard(staged: StagedFile): Promise<void>
  /** Makes the smaller versions of a stored picture, to the side. Throws when there is none at the path or it cannot be read. */
  stageVariants(path: string): Promise<StagedVariants>
  /** Puts smaller versions beside their picture, durably; ones that are already there are replaced. */
  commitVariants(staged: StagedVariants): Promise<void>
  /** Forgets smaller versions that will not be wanted. Does nothing after `commitVariants` or a second time. */
  discardVariants(staged: StagedVariants): Promise<void>
  /** Removes the smaller versions of a picture in all widths but these, durably. */
  trimVariants(path: string, widths: readonly number[]): Promise<void>
  /** Removes the file at a stored path with all its smaller versions, durably. A file that is already gone is no error. */
  remove(path: string): Promise<void>
  /** The bytes at a stored path. Throws ENOENT while being read when there are none. */
  read(path: string): AsyncIterable<Uint8Array>
  exists(path: string): Promise<boolean>
  /** How many bytes more can be kept; `undefined` where nothing limits them. */
  freeBytes(): Promise<number | undefined>
  /** Removes what earlier processes left on the side. To be called once, before the first `stage`. */
  sweepStaged(): Promise<void>
  /** Ends what was started for the work on pictures, for good; what is being made fails, and what is staged later does too. */
  close(): Promise<void>
}

const STORED_TYPES = [...IMAGE_TYPES, ...VIDEO_TYPES]

/** The shape of every stored path, with or without a width; nothing else is ever looked up, so that no path can lead elsewhere. */
const STORED_PATH = new RegExp(
  `^(/media/[0-9a-f]{2}/[0-9a-f]{30})(?:-([1-9]\\d{1,4}))?\\.(?:${STORED_TYPES.join('|')})$`,
)

export function isStoredPath(path: string): boolean {
  return STORED_PATH.test(path)
}

/**
 * Reads a stored path: `stem` is what a picture and its smaller versions have in common, `width` is of a smaller version alone.
 * `undefined` when it is no stored path.
 */
export function parseStoredPath(path: string): { stem: string; width?: number } | undefined {
  const [, stem, width] = STORED_PATH.exec(path) ?? []
  if (stem === undefined) return undefined
  return width === undefined ? { stem } : { stem, width: Number(width) }
}
