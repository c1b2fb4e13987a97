import { type FileHandle, open } from 'node:fs/promises'
import { findImageType, type ImageType, TYPE_BYTES } from './images/image-type.ts'
import type { StageOptions } from './media.ts'
import { emptyFile, fileTooLarge, heicPhoto, notAPhoto } from './upload-errors.ts'
import { detectVideoType, detectVideoTypeByHead, VIDEO_HEAD_BYTES, type VideoType } from './videos/detect-video-type.ts'
import type { ReadAt } from './videos/read-at.ts'

export interface ReceivedFile<Type> {
  type: Type
  bytes: number
}

/**
 * Writes a photo as it comes to a new file at `place`. Its type is what its first bytes claim; whether the rest is a picture is not
 * looked at, and the disk is not waited for. Refuses with an `HttpError` as `Media.stage` promises; the caller removes the file.
 */
export function receivePhoto(
  source: AsyncIterable<Uint8Array>,
  place: string,
  options: StageOptions,
): Promise<ReceivedFile<ImageType>> {
  return receive(source, place, options, PHOTO, async (_file, { type }) => type)
}

/** The same for a video, which stays as it comes: it is looked at whole, and waited for until it is on the disk. */
export function receiveVideo(
  source: AsyncIterable<Uint8Array>,
  place: string,
  options: StageOptions,
): Promise<ReceivedFile<VideoType>> {
  return receive(source, place, options, VIDEO, async (file, { bytes }) => {
    const type = await detectVideoType(readerOf(file), bytes, options.name)
    await file.sync()
    return type
  })
}

interface HeadRule<Type> {
  headBytes: number
  /** Throws what is to be refused. */
  judge(head: Buffer, name: string): Type
}

const PHOTO: HeadRule<ImageType> = { headBytes: TYPE_BYTES, judge: photoType }
const VIDEO: HeadRule<VideoType> = { headBytes: VIDEO_HEAD_BYTES, judge: detectVideoTypeByHead }

/** Each chunk is written before the next is asked for: that is the backpressure. */
async function receive<Type>(
  source: AsyncIterable<Uint8Array>,
  place: string,
  { name, maxBytes, kind }: StageOptions,
  { headBytes, judge }: HeadRule<Type>,
  finish: (file: FileHandle, received: ReceivedFile<Type>) => Promise<Type>,
): Promise<ReceivedFile<Type>> {
  const file = await open(place, 'wx+')
  try {
    let type: Type | undefined
    let head: Buffer = Buffer.alloc(0)
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw fileTooLarge(name, kind, maxBytes)
      if (type === undefined) {
        head = Buffer.concat([head, chunk])
        if (head.length >= headBytes) type = judge(head, name)
      }
      await file.writeFile(chunk)
    }
    if (bytes === 0) throw emptyFile(name)
    type ??= judge(head, name)
    return { type: await finish(file, { type, bytes }), bytes }
  } finally {
    await file.close()
  }
}

function photoType(head: Buffer, name: string): ImageType {
  const type = findImageType(head)
  if (type === undefined) throw notAPhoto(name)
  if (type === 'heic') throw heicPhoto(name)
  return type
}

function readerOf(file: FileHandle): ReadAt {
  return async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
}
