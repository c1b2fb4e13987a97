import type { Metadata, ReadAt } from './read-at.ts'

/** A box of the ISO base media file format (ISO/IEC 14496-12), as offsets in the file. */
interface Box {
  type: string
  /** Offset of its type. */
  typeAt: number
  /** Offset of its content. */
  body: number
  /** Offset of the next box, at most the end of the parent. */
  end: number
  /** Whether its size exceeds the parent. */
  isCut: boolean
}

export interface Mp4Video {
  /** Whether all boxes lie within the file and the boxes `moov` and `mdat` exist. */
  isWhole: boolean
  /** The formats of its video tracks, such as `avc1`. */
  codecs: readonly string[]
  metadata: readonly Metadata[]
}

/** Enough for five hours of recording at ten boxes per second. Limits reads of malicious files. */
const MAX_BOXES = 180_000
/** 32-bit size, type and optional 64-bit size. */
const HEADER_BYTES = 16
const BOX_TYPE = /^[\x20-\x7e\xa9]{4}$/

/** Reads the structure of a file in few small reads, whatever sizes it declares. */
export async function inspectMp4(readAt: ReadAt, bytes: number): Promise<Mp4Video> {
  const boxes = new BoxReader(readAt)
  const codecs: string[] = []
  const metadata: Metadata[] = []
  let hasMovie = false
  let hasData = false
  let chunksEnd = 0
  for await (const box of boxes.between(0, bytes)) {
    // Some cameras append data that is no box; browsers ignore it too.
    if (!BOX_TYPE.test(box.type) && hasMovie && hasData) break
    if (isBroken(box)) return { isWhole: false, codecs, metadata }
    await collectMetadata(boxes, box, metadata)
    if (box.type === 'mdat') hasData = true
    if (box.type === 'moov') {
      hasMovie = true
      const tracks = await inspectTracks(boxes, box)
      codecs.push(...tracks.codecs)
      chunksEnd = Math.max(chunksEnd, tracks.chunksEnd)
    }
  }
  const isWhole = hasMovie && hasData && chunksEnd < bytes && !boxes.isOverLimit && !boxes.isBroken
  return { isWhole, codecs, metadata }
}

const METADATA: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid'])
const FREE = Buffer.from('free')
/** The boxes that can hold metadata, by their parent. A box in any other place is not entered. */
const CONTAINERS: Readonly<Record<string, string>> = { moov: 'trak', trak: 'mdia', moof: 'traf' }
/** Players of Smooth Streaming need the `uuid` of a fragment's track. */
const NEEDED = 'traf/uuid'

async function collectMetadata(boxes: BoxReader, box: Box, found: Metadata[], parent?: string): Promise<void> {
  if (METADATA.has(box.type) && `${parent}/${box.type}` !== NEEDED)
    found.push({ mark: FREE, at: box.typeAt, body: box.body, end: box.end })
  const isContainer =
    parent === undefined ? box.type === 'moov' || box.type === 'moof' : CONTAINERS[parent] === box.type
  if (!isContainer) return
  for await (const inner of boxes.inside(box)) await collectMetadata(boxes, inner, found, box.type)
}

function isBroken(box: Box): boolean {
  return box.isCut || box.end < box.body
}

/** `chunksEnd` is the highest offset of a chunk. */
async function inspectTracks(boxes: BoxReader, movie: Box): Promise<{ codecs: string[]; chunksEnd: number }> {
  const codecs: string[] = []
  let chunksEnd = 0
  for await (const track of boxes.inside(movie)) {
    if (track.type !== 'trak') continue
    const media = await boxes.child(track, 'mdia')
    const information = media && (await boxes.child(media, 'minf'))
    const samples = information && (await boxes.child(information, 'stbl'))
    if (!samples) continue
    chunksEnd = Math.max(chunksEnd, await lastChunk(boxes, samples))
    const handler = await boxes.child(media, 'hdlr')
    if (!handler || (await boxes.text(handler, 8)) !== 'vide') continue
    const formats = await boxes.child(samples, 'stsd')
    codecs.push(formats ? await boxes.text(formats, 12) : '')
  }
  return { codecs, chunksEnd }
}

/** Offset of the track's last chunk, from `stco` (32 bits) or `co64`; 0 for a fragmented file. */
async function lastChunk(boxes: BoxReader, samples: Box): Promise<number> {
  for await (const { type, body } of boxes.inside(samples)) {
    if (type !== 'stco' && type !== 'co64') continue
    const count = (await boxes.bytes(body + 4, 4)).readUInt32BE()
    if (count === 0) return 0
    if (type === 'stco') return (await boxes.bytes(body + 8 + 4 * (count - 1), 4)).readUInt32BE()
    return Number((await boxes.bytes(body + 8 + 8 * (count - 1), 8)).readBigUInt64BE())
  }
  return 0
}

/** Reads box headers one by one, up to MAX_BOXES. */
class BoxReader {
  readonly #readAt: ReadAt
  #seen = 0
  #isBroken = false

  constructor(readAt: ReadAt) {
    this.#readAt = readAt
  }

  get isOverLimit(): boolean {
    return this.#seen > MAX_BOXES
  }

  /** Whether a box exceeded its parent, or was smaller than its header. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  async *between(start: number, end: number): AsyncGenerator<Box> {
    for (let at = start; at + 8 <= end && !this.isOverLimit; ) {
      this.#seen += 1
      const box = await this.#boxAt(at, end)
      yield box
      // Otherwise a 64-bit size of 0 would loop for ever.
      if (box.end <= at) return
      at = box.end
    }
  }

  async *inside(parent: Box): AsyncGenerator<Box> {
    for await (const box of this.between(parent.body, parent.end)) {
      this.#isBroken ||= isBroken(box)
      yield box
    }
  }

  async child(parent: Box, type: string): Promise<Box | undefined> {
    for await (const box of this.inside(parent)) if (box.type === type) return box
    return undefined
  }

  /** Four characters at an offset in the box's content. */
  async text(box: Box, offset: number): Promise<string> {
    return (await this.bytes(box.body + offset, 4)).toString('latin1')
  }

  /** Pads with zeros beyond the end of the file. */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const found = await this.#readAt(offset, length)
    return found.length === length ? found : Buffer.concat([found, Buffer.alloc(length)], length)
  }

  /** Limits the end to the parent's, so that the next read is within the file. */
  async #boxAt(at: number, parentEnd: number): Promise<Box> {
    const head = await this.bytes(at, HEADER_BYTES)
    const type = head.toString('latin1', 4, 8)
    const size = head.readUInt32BE(0)
    if (size === 0) return { type, typeAt: at + 4, body: at + 8, end: parentEnd, isCut: false }
    const isLarge = size === 1
    const end = at + (isLarge ? Number(head.readBigUInt64BE(8)) : size)
    const body = at + (isLarge ? 16 : 8)
    return { type, typeAt: at + 4, body, end: Math.min(end, parentEnd), isCut: end > parentEnd }
  }
}
