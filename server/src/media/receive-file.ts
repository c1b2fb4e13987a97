import { type FileHandle, open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from './file-store.ts'
import { findImageType, type ImageType, TYPE_BYTES } from './images/image-type.ts'
import type { StageOptions } from './media.ts'
import { damagedPdf, emptyFile, fileTooLarge, heicPhoto, notAPdf, notAPhoto } from './upload-errors.ts'
import { detectVideoTypeByHead, inspectVideo, VIDEO_HEAD_BYTES, type VideoType } from './videos/detect-video-type.ts'
import { inspectMp4 } from './videos/mp4-video.ts'
import type { Metadata, ReadAt } from './videos/read-at.ts'
import { inspectWebm } from './videos/webm-video.ts'

export interface ReceivedFile<Type> {
  type: Type
  bytes: number
}

/**
 * Writes a photo to a new file. Checks only its first bytes and does not sync. Throws an
 * `HttpError` as `Media.stage` does; the caller removes the file.
 */
export function receivePhoto(
  source: AsyncIterable<Uint8Array>,
  path: string,
  options: StageOptions,
): Promise<ReceivedFile<ImageType>> {
  return receive(source, path, options, PHOTO, async (_file, { type }) => type)
}

/** Writes a video to a new file without metadata, checks its whole structure and syncs it to disk. */
export function receiveVideo(
  source: AsyncIterable<Uint8Array>,
  path: string,
  options: StageOptions,
): Promise<ReceivedFile<VideoType>> {
  return receive(source, path, options, VIDEO, async (file, { bytes }) => {
    const { type, metadata } = await inspectVideo(readerOf(file), bytes, options.name)
    await blank(file, metadata)
    await file.sync()
    return type
  })
}

/** Turns metadata into free space of the same length, so that no offset in the file changes. */
async function blank(file: FileHandle, metadata: readonly Metadata[]): Promise<void> {
  const zeros = Buffer.alloc(BLANK_BYTES)
  for (const { mark, at, body, end } of metadata) {
    await file.write(mark, 0, mark.length, at)
    for (let from = body; from < end; from += BLANK_BYTES) {
      await file.write(zeros, 0, Math.min(BLANK_BYTES, end - from), from)
    }
  }
}

const BLANK_BYTES = 65_536

/** Whether a stored video still has the metadata that uploads lose since a later version. */
export async function hasMetadata(store: FileStore, path: string): Promise<boolean> {
  const inspect = path.endsWith('.webm') ? inspectWebm : inspectMp4
  const bytes = await store.sizeOf(path)
  const readAt: ReadAt = async (offset, length) => {
    if (offset >= bytes || length === 0) return Buffer.alloc(0)
    return buffer(store.read(path, { start: offset, end: Math.min(offset + length, bytes) - 1 }))
  }
  return (await inspect(readAt, bytes)).metadata.length > 0
}

/**
 * Writes a PDF to a new file, checks that it has the marks of the beginning and the end (ISO 32000-1,
 * 7.5) and syncs it to disk. It may be encrypted.
 */
export function receivePdf(
  source: AsyncIterable<Uint8Array>,
  path: string,
  options: StageOptions,
): Promise<ReceivedFile<'pdf'>> {
  return receive(source, path, options, PDF, async (file, { type, bytes }) => {
    const tail = await readerOf(file)(Math.max(0, bytes - PDF_MARK_BYTES), PDF_MARK_BYTES)
    if (!tail.includes(PDF_END)) throw damagedPdf(options.name)
    await file.sync()
    return type
  })
}

const PDF_START = '%PDF-'
const PDF_END = '%%EOF'
/** Readers look for the marks in as many first and last bytes. */
const PDF_MARK_BYTES = 1024

interface HeadCheck<Type> {
  headBytes: number
  /** Throws an HttpError for a type that is not accepted. */
  detect(head: Buffer, name: string): Type
}

const PHOTO: HeadCheck<ImageType> = { headBytes: TYPE_BYTES, detect: photoType }
const VIDEO: HeadCheck<VideoType> = { headBytes: VIDEO_HEAD_BYTES, detect: detectVideoTypeByHead }
const PDF: HeadCheck<'pdf'> = { headBytes: PDF_MARK_BYTES, detect: pdfType }

/** Writes each chunk before it reads the next one, which slows the client to the disk's speed. */
async function receive<Type>(
  source: AsyncIterable<Uint8Array>,
  path: string,
  { name, maxBytes, kind }: StageOptions,
  { headBytes, detect }: HeadCheck<Type>,
  finish: (file: FileHandle, received: ReceivedFile<Type>) => Promise<Type>,
): Promise<ReceivedFile<Type>> {
  const file = await open(path, 'wx+')
  try {
    let type: Type | undefined
    let head: Buffer = Buffer.alloc(0)
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw fileTooLarge(name, kind, maxBytes)
      if (type === undefined) {
        head = Buffer.concat([head, chunk])
        if (head.length >= headBytes) type = detect(head, name)
      }
      await file.writeFile(chunk)
    }
    if (bytes === 0) throw emptyFile(name)
    type ??= detect(head, name)
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

function pdfType(head: Buffer, name: string): 'pdf' {
  if (!head.subarray(0, PDF_MARK_BYTES).includes(PDF_START)) throw notAPdf(name)
  return 'pdf'
}

function readerOf(file: FileHandle): ReadAt {
  return async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
}
