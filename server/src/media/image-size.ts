import type { ImageType } from './image-type.ts'

/** Reads up to `length` bytes at an offset; fewer come back at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

/** Width and height in pixels. */
export interface ImageSize {
  width: number
  height: number
}

/**
 * The size an image of a known type declares, found without decoding anything; `undefined` when its header does not hold together, so
 * that a magic number with something else behind it is not taken for a photo. Reads a few small pieces, whatever the file's size.
 */
export async function readImageSize(type: ImageType, readAt: ReadAt): Promise<ImageSize | undefined> {
  const size = await READERS[type](readAt)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

const READERS: Record<ImageType, (readAt: ReadAt) => Promise<ImageSize | undefined>> = {
  jpg: readJpeg,
  png: readPng,
  gif: readGif,
  webp: readWebp,
  avif: readAvif,
}

/** Walks the segments to the frame header (ITU-T T.81, annex B). A phone may put megabytes of metadata before it. */
async function readJpeg(readAt: ReadAt): Promise<ImageSize | undefined> {
  for (let at = 2, segments = 0; segments < JPEG_MAX_SEGMENTS; segments += 1) {
    const segment = await readAt(at, 9)
    const marker = segment[1]
    if (segment.length < 9 || segment[0] !== 0xff || marker === undefined) return undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrameHeader(marker)) return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
    const length = segment.readUInt16BE(2)
    if (length < 2 || marker === JPEG_SCAN || marker === JPEG_END) return undefined
    at += 2 + length
  }
  return undefined
}

const JPEG_MAX_SEGMENTS = 2000
const JPEG_SCAN = 0xda
const JPEG_END = 0xd9

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

async function readPng(readAt: ReadAt): Promise<ImageSize | undefined> {
  const head = await readAt(8, 25)
  if (head.length < 25 || head.readUInt32BE(0) !== 13 || head.toString('latin1', 4, 8) !== 'IHDR') return undefined
  return { width: head.readUInt32BE(8), height: head.readUInt32BE(12) }
}

/** After the screen and its colours a block must begin (GIF89a, sections 18 to 20). */
async function readGif(readAt: ReadAt): Promise<ImageSize | undefined> {
  const head = await readAt(6, 7)
  if (head.length < 7) return undefined
  const flags = head.readUInt8(4)
  const colours = flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0
  const [introducer] = await readAt(13 + colours, 1)
  if (introducer !== 0x21 && introducer !== 0x2c) return undefined
  return { width: head.readUInt16LE(0), height: head.readUInt16LE(2) }
}

/** The three kinds of first chunk (RFC 9649). */
async function readWebp(readAt: ReadAt): Promise<ImageSize | undefined> {
  const chunk = await readAt(12, 18)
  if (chunk.length < 18) return undefined
  const kind = chunk.toString('latin1', 0, 4)
  if (kind === 'VP8X') return { width: chunk.readUIntLE(12, 3) + 1, height: chunk.readUIntLE(15, 3) + 1 }
  if (kind === 'VP8L' && chunk[8] === 0x2f) {
    const bits = chunk.readUInt32LE(9)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8 ' && chunk.readUIntBE(11, 3) === 0x9d012a) {
    return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff }
  }
  return undefined
}

/** Finds the box `meta` among the first boxes and in it the declared size, `ispe` (ISO/IEC 23008-12). */
async function readAvif(readAt: ReadAt): Promise<ImageSize | undefined> {
  for (let at = 0, boxes = 0; boxes < AVIF_MAX_BOXES; boxes += 1) {
    const box = await readAt(at, 8)
    if (box.length < 8) return undefined
    const length = box.readUInt32BE(0)
    if (length < 8) return undefined
    if (box.toString('latin1', 4, 8) === 'meta') return findIspe(await readAt(at, Math.min(length, AVIF_META_MAX)))
    at += length
  }
  return undefined
}

const AVIF_MAX_BOXES = 16
const AVIF_META_MAX = 256 * 1024

function findIspe(meta: Buffer): ImageSize | undefined {
  const at = meta.indexOf('ispe', 0, 'latin1')
  if (at < 0 || at + 16 > meta.length) return undefined
  return { width: meta.readUInt32BE(at + 8), height: meta.readUInt32BE(at + 12) }
}
