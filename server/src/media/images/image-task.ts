import type { PictureFormat } from '@sevadesk/contract/picture.ts'
import type { ImageType } from './image-type.ts'

/** What the server asks of the image program and what that answers: plain values, sent between two processes. Places are files. */
export interface ImageWork {
  /** Makes an uploaded photo fit to be kept. `type` is what its first bytes claim. */
  fit: {
    task: { from: string; to: string; type: ImageType; maxPixels: number; maxEdge: number }
    result: { type: ImageType; width: number; height: number; bytes: number }
  }
  /** Looks at the header of a photo that was made fit. */
  measure: { task: { from: string }; result: { width: number; isAnimated: boolean } }
  /** Makes one smaller version in each format. */
  shrink: { task: { from: string; width: number; to: Record<PictureFormat, string> }; result: undefined }
}

export type ImageTask = { [Kind in keyof ImageWork]: { kind: Kind } & ImageWork[Kind]['task'] }[keyof ImageWork]

/** Why a picture could not be made. */
export type ImageFailure =
  | { reason: 'unreadable'; message: string }
  /** It declares more pixels than may be decoded, in all its `frames` together. */
  | { reason: 'too-many-pixels'; pixels: number; frames: number; message: string }
  /** Its format would need more memory for it than the program may take. */
  | { reason: 'too-much-memory'; message: string }
  /** The file system refused; `code` is its word for why. */
  | { reason: 'disk'; code: string; message: string }
  /** The program ended over it or could not start, or memory or handles ran out: nothing is known against the picture. */
  | { reason: 'program-ended'; message: string }
  /** It took longer than a picture may, perhaps because the machine was busy. */
  | { reason: 'too-slow'; message: string }

/** What the image program says of a task: that it has begun, then what came of it. */
export type ImageAnswer = 'begun' | { result: ImageWork[keyof ImageWork]['result'] } | { failure: ImageFailure }

export class ImageError extends Error {
  override name = 'ImageError'
  readonly failure: ImageFailure
  /** The file system's word, when that is what failed. */
  readonly code: string | undefined

  constructor(failure: ImageFailure) {
    super(failure.message)
    this.failure = failure
    this.code = failure.reason === 'disk' ? failure.code : undefined
  }
}
