import type { PictureFormat } from '@sevadesk/contract/content/picture-variants.ts'
import type { ImageType } from './image-type.ts'

/**
 * Tasks and results of the image process, sent between processes as plain values. `from` and `to`
 * are file paths.
 */
export interface ImageWork {
  /** Re-encodes an uploaded photo. The task's `type` was detected from the first bytes. */
  fit: {
    task: { from: string; to: string; type: ImageType; maxPixels: number; maxEdge: number }
    result: { type: ImageType; width: number; height: number; bytes: number }
  }
  /** Reads the header of a stored photo. */
  measure: { task: { from: string }; result: { width: number; isAnimated: boolean } }
  /** Creates one smaller version in each format. */
  shrink: { task: { from: string; width: number; to: Record<PictureFormat, string> }; result: undefined }
}

export type ImageTask = { [Kind in keyof ImageWork]: { kind: Kind } & ImageWork[Kind]['task'] }[keyof ImageWork]

export type ImageFailure =
  | { reason: 'unreadable'; message: string }
  /** The picture declares too many pixels, in all `frames` together. */
  | { reason: 'too-many-pixels'; pixels: number; frames: number; message: string }
  /** Decoding needs more memory than allowed. */
  | { reason: 'too-much-memory'; message: string }
  /** `code` is the error code of the file system. */
  | { reason: 'disk'; code: string; message: string }
  /**
   * The process crashed, did not start, or ran out of memory or handles; the picture may be good.
   */
  | { reason: 'program-ended'; message: string }
  /** Exceeded the time limit, perhaps on a busy machine. */
  | { reason: 'too-slow'; message: string }

/** Sent by the image process for each task: `started`, then the result or the failure. */
export type ImageMessage = 'started' | { result: ImageWork[keyof ImageWork]['result'] } | { failure: ImageFailure }

export class ImageError extends Error {
  override name = 'ImageError'
  readonly failure: ImageFailure
  /** Error code of the file system; set only if the reason is `disk`. */
  readonly code: string | undefined

  constructor(failure: ImageFailure) {
    super(failure.message)
    this.failure = failure
    this.code = failure.reason === 'disk' ? failure.code : undefined
  }
}
