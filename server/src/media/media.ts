import type { FileStore } from './file-store.ts'
import { IMAGE_TYPES, type ImageType } from './images/image-type.ts'
import { VIDEO_TYPES, type VideoType } from './videos/detect-video-type.ts'

/** A received and validated file that is not yet at its stored path. */
export interface StagedFile {
  /**
   * The stored path, where `commit` puts it: `/media/<2 hex>/<30 hex>.<extension of the content>`.
   */
  readonly path: string
  readonly type: ImageType | VideoType | 'pdf'
  /** Size as stored. */
  readonly bytes: number
  /** Size in pixels as stored; set only for a photo. */
  readonly picture?: PictureSize
}

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Newly created smaller versions of a stored picture, not yet at their stored paths. */
export interface StagedVariants {
  /** The stored path of the picture. */
  readonly path: string
  /** Widths in pixels; each has one file per format of `PICTURE_FORMATS`. */
  readonly widths: readonly number[]
}

export type FileKind = 'photo' | 'video' | 'pdf'

export interface StageOptions {
  /** The client's name for the file, for messages. */
  readonly name: string
  /** Maximum size of the file as received. */
  readonly maxBytes: number
  readonly kind: FileKind
  /** On abort `stage` throws the reason, either before it reads `source` or after `source` ends. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Storage of uploaded files. Paths are generated, never taken from clients, and never reused: a
 * replaced photo gets a new path, so responses can be cached for ever.
 */
export interface Media {
  /** Where the files are. */
  readonly store: FileStore
  /**
   * Streams a file durably to the staging area and detects its type by content. A photo is
   * re-encoded: upright, in sRGB, without metadata, within the configured size. A video or PDF is
   * stored byte for byte. Throws an `HttpError` that names the file when it is empty, over
   * `maxBytes`, of no allowed type or damaged. After any error no file is left.
   */
  stage(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedFile>
  /** Moves a staged file to its path. Durable: a power cut afterwards does not undo it. */
  commit(staged: StagedFile): Promise<void>
  /** Deletes a staged file. Does nothing after `commit` or a second time. */
  discard(staged: StagedFile): Promise<void>
  /**
   * Creates the smaller versions of a stored picture in the staging area. Throws when the picture
   * is missing or unreadable.
   */
  stageVariants(path: string): Promise<StagedVariants>
  /** Moves smaller versions to their paths, durably, replacing existing ones. */
  commitVariants(staged: StagedVariants): Promise<void>
  /** Deletes staged smaller versions. Does nothing after `commitVariants` or a second time. */
  discardVariants(staged: StagedVariants): Promise<void>
  /** Durably removes a picture's smaller versions whose width is not in `widths`. */
  trimVariants(path: string, widths: readonly number[]): Promise<void>
  /** Removes a file and its smaller versions, durably. A missing file is no error. */
  remove(path: string): Promise<void>
  /** Throws ENOENT on the first read of a missing file. */
  read(path: string): AsyncIterable<Uint8Array>
  exists(path: string): Promise<boolean>
  /** `undefined` for a storage without a limit. */
  freeBytes(): Promise<number | undefined>
  /** Removes staged files of earlier processes. To be called once, before the first `stage`. */
  sweepStaged(): Promise<void>
  /** Stops picture processing. Running and later calls of `stage` for photos fail. */
  close(): Promise<void>
}

const STORED_TYPES = [...IMAGE_TYPES, ...VIDEO_TYPES, 'pdf']

/**
 * Matches the paths of stored files and of smaller versions, which contain a width. Only matching
 * paths are opened, so no path can escape the media folder.
 */
const STORED_PATH = new RegExp(
  `^(/media/[0-9a-f]{2}/[0-9a-f]{30})(?:-([1-9]\\d{1,4}))?\\.(?:${STORED_TYPES.join('|')})$`,
)

/** The Cache-Control of stored files, whose content never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

const OTHER_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  mov: 'video/quicktime',
}

/** Returns the media type of a stored file. */
export function contentTypeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const kind = VIDEO_TYPES.some((type) => type === extension) ? 'video' : 'image'
  return OTHER_TYPES[extension] ?? `${kind}/${extension}`
}

export function isStoredPath(path: string): boolean {
  return STORED_PATH.test(path)
}

/** Whether only an authorised call serves the file: PDFs hold the data of donors. */
export function isPrivatePath(path: string): boolean {
  return path.endsWith('.pdf')
}

/**
 * `stem` is the part of the path that a picture shares with its smaller versions; only smaller
 * versions have a `width`. Returns undefined if the path is not a stored path.
 */
export function parseStoredPath(path: string): { stem: string; width?: number } | undefined {
  const [, stem, width] = STORED_PATH.exec(path) ?? []
  if (stem === undefined) return undefined
  return width === undefined ? { stem } : { stem, width: Number(width) }
}
