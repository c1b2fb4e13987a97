import { createCipheriv, createHash } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const SOURCE = join(import.meta.dirname, 'videos/h264.mp4')
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
const FILLING_CHUNK = Buffer.alloc(1 << 20)

interface PaddedVideo {
  /** Size of the whole file. */
  bytes: number
  /** `qt  ` makes a MOV. */
  brand?: 'isom' | 'qt  '
  /** Four letters that replace H.264's codec name `avc1`, such as an unknown codec. */
  codec?: string
}

/**
 * Writes a four-second H.264 video of any size, with the index at the end as phones write it. The
 * padding in the middle belongs to no picture. It has no metadata. Returns the SHA-256 of the file.
 */
export async function writePaddedVideo(path: string, { bytes, brand, codec }: PaddedVideo): Promise<string> {
  const source = readFileSync(SOURCE)
  const filling = bytes - source.length
  if (filling < 0) throw new Error(`A stretched video has at least ${source.length} bytes`)
  const top = boxesIn(source, 0, source.length)
  const media = boxNamed(top, 'mdat')
  const index = leavesOf(source, top)
  const tables = index.filter(({ type }) => type === 'stco').map((box) => offsetsOf(source, box))
  const all = tables.flat().map((at) => source.readUInt32BE(at))
  // The server does the same to the metadata of an upload.
  for (const { start, end } of index.filter(({ type }) => type === 'udta')) {
    source.write('free', start + 4, 'latin1')
    source.fill(0, start + 8, end)
  }
  const middle = all.sort((one, other) => one - other)[all.length >> 1] ?? media.end
  for (const at of tables.flat()) {
    const offset = source.readUInt32BE(at)
    if (offset >= middle) source.writeUInt32BE(offset + filling, at)
  }
  source.writeUInt32BE(media.end - media.start + filling, media.start)
  if (brand) source.write(brand, 8, 'latin1')
  if (codec) source.write(codec, source.indexOf('avc1', boxNamed(top, 'moov').start, 'latin1'), 'latin1')

  const hash = createHash('sha256')
  await pipeline(parts(source.subarray(0, middle), filling, source.subarray(middle)), createWriteStream(path), {})
  return hash.digest('hex')

  function* parts(before: Buffer, length: number, after: Buffer): Generator<Buffer> {
    for (const part of [before, fill(length), after]) {
      for (const chunk of Buffer.isBuffer(part) ? [part] : part) {
        hash.update(chunk)
        yield chunk
      }
    }
  }
}

/** Pseudorandom bytes, the same in every run. */
function* fill(length: number): Generator<Buffer> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16))
  for (let left = length; left > 0; left -= FILLING_CHUNK.length) {
    yield cipher.update(FILLING_CHUNK.subarray(0, Math.min(left, FILLING_CHUNK.length)))
  }
}

/** A box of ISO/IEC 14496-12 and its offsets in the file. */
interface Box {
  type: string
  start: number
  end: number
}

function boxesIn(file: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; at < end; at += file.readUInt32BE(at)) {
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), start: at, end: at + file.readUInt32BE(at) })
  }
  return boxes
}

function leavesOf(file: Buffer, boxes: Box[]): Box[] {
  return boxes.flatMap((box) =>
    CONTAINERS.has(box.type) ? leavesOf(file, boxesIn(file, box.start + 8, box.end)) : [box],
  )
}

function boxNamed(boxes: Box[], type: string): Box {
  const match = boxes.find((box) => box.type === type)
  if (!match) throw new Error(`The video has no ${type}`)
  return match
}

/** Positions of the 32-bit offsets in a chunk offset table. */
function offsetsOf(file: Buffer, { start }: Box): number[] {
  return Array.from({ length: file.readUInt32BE(start + 12) }, (_, index) => start + 16 + 4 * index)
}
