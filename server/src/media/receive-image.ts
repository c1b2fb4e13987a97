import { type FileHandle, open } from 'node:fs/promises'
import { badRequest, type HttpError, tooLarge, unsupportedMedia } from '../errors.ts'
import { readImageSize } from './image-size.ts'
import { findImageType, type ImageType, TYPE_BYTES } from './image-type.ts'
import type { StageOptions } from './media.ts'

const ALLOWED = {
  en: 'Please choose JPEG, PNG, WebP, AVIF or GIF.',
  hi: 'JPEG, PNG, WebP, AVIF या GIF चुनें।',
}

/**
 * Writes a source to a new file at `place` and waits for the disk. Each chunk is written before the next is asked for: that is the
 * backpressure. Refuses with an `HttpError` as `Media.stage` promises; the caller removes what was written.
 */
export async function receiveImage(
  source: AsyncIterable<Uint8Array>,
  place: string,
  { name, maxBytes }: StageOptions,
): Promise<{ type: ImageType; bytes: number }> {
  const file = await open(place, 'wx+')
  try {
    let type: ImageType | undefined
    let head: Buffer = Buffer.alloc(0)
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw overLimit(name, maxBytes)
      if (type === undefined) {
        head = Buffer.concat([head, chunk])
        if (head.length >= TYPE_BYTES) type = allowedType(head, name)
      }
      await file.writeFile(chunk)
    }
    if (bytes === 0) throw badRequest({ en: `“${name}” is empty.`, hi: `“${name}” ख़ाली है।` })
    type ??= allowedType(head, name)
    if (!(await readImageSize(type, readerOf(file)))) throw damaged(name)
    await file.sync()
    return { type, bytes }
  } finally {
    await file.close()
  }
}

function allowedType(head: Buffer, name: string): ImageType {
  const type = findImageType(head)
  if (type === undefined)
    throw unsupportedMedia({
      en: `“${name}” is not a photo of a kind that can be shown here. ${ALLOWED.en}`,
      hi: `“${name}” ऐसी फ़ोटो नहीं है जो यहाँ दिखाई जा सके। ${ALLOWED.hi}`,
    })
  if (type === 'heic')
    throw unsupportedMedia({
      en: `“${name}” is a HEIC photo, which most browsers cannot show. ${ALLOWED.en}`,
      hi: `“${name}” HEIC फ़ोटो है, जो ज़्यादातर ब्राउज़र नहीं दिखा पाते। ${ALLOWED.hi}`,
    })
  return type
}

function damaged(name: string): HttpError {
  return unsupportedMedia({
    en: `“${name}” is damaged: it cannot be read as a photo.`,
    hi: `“${name}” ख़राब है: इसे फ़ोटो की तरह पढ़ा नहीं जा सकता।`,
  })
}

function overLimit(name: string, maxBytes: number): HttpError {
  const limit = megabytes(maxBytes)
  return tooLarge({
    en: `“${name}” is larger than ${limit} MB, the most that one photo may have.`,
    hi: `“${name}” ${limit} MB से बड़ी है; एक फ़ोटो इससे बड़ी नहीं हो सकती।`,
  })
}

function readerOf(file: FileHandle) {
  return async (offset: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
}

function megabytes(bytes: number): string {
  return String(Math.round((bytes / 1024 / 1024) * 1000) / 1000)
}
