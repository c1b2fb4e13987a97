import type { ReadAt } from './read-at.ts'

/** A box of the ISO base media file format (ISO/IEC 14496-12), as places in the file. */
interface Box {
  type: string
  /** Where its content begins. */
  body: number
  /** Where the next box begins; never beyond what the box stands in. */
  end: number
  /** Whether it claims to reach beyond what it stands in. */
  isCut: boolean
}

/** What the boxes of an MP4 or MOV file say of it. */
export interface Mp4Video {
  /** Whether the boxes lie within the file and what must be there is there. */
  isWhole: boolean
  /** The formats of its video tracks, such as `avc1`. */
  codecs: readonly string[]
}

/** A recording in pieces of a second has two boxes for each: this is half a day. A file of millions of empty boxes ends here. */
const MAX_BOXES = 100_000
/** A size of 32 bits, a type, and a size of 64 bits where the first is too small. */
const HEADER_BYTES = 16
const BOX_TYPE = /^[\x20-\x7e\xa9]{4}$/

/** Looks through a file of so many bytes in reads of a few bytes each, whatever the file claims of itself. */
export async function inspectMp4(readAt: ReadAt, bytes: number): Promise<Mp4Video> {
  const boxes = new BoxReader(readAt)
  const codecs: string[] = []
  let hasMovie = false
  let hasData = false
  let chunksEnd = 0
  for await (const box of boxes.between(0, bytes)) {
    // What follows a whole video and is no box is what some cameras add; browsers pass over it too.
    if (!BOX_TYPE.test(box.type) && hasMovie && hasData) break
    if (box.isCut || box.end < box.body) return { isWhole: false, codecs }
    if (box.type === 'mdat') hasData = true
    if (box.type === 'moov') {
      hasMovie = true
      const tracks = await inspectTracks(boxes, box)
      codecs.push(...tracks.codecs)
      chunksEnd = Math.max(chunksEnd, tracks.chunksEnd)
    }
  }
  return { isWhole: hasMovie && hasData && chunksEnd < bytes && !boxes.isOverLimit && !boxes.isBroken, codecs }
}

/** `chunksEnd` is the furthest place where media of a track begins. */
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

/** Where the last of a track's chunks begins, by a table of 32 or 64 bits; 0 when its media come in fragments. */
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

/** Reads boxes one header at a time, and no more of them in all than a sane file has. */
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

  /** Whether a box was seen that reaches beyond the one it stands in. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  async *between(start: number, end: number): AsyncGenerator<Box> {
    for (let at = start; at + 8 <= end && !this.isOverLimit; ) {
      this.#seen += 1
      const box = await this.#boxAt(at, end)
      yield box
      // A size that leads nowhere or back would never end.
      if (box.end <= at) return
      at = box.end
    }
  }

  async *inside(parent: Box): AsyncGenerator<Box> {
    for await (const box of this.between(parent.body, parent.end)) {
      this.#isBroken ||= box.isCut
      yield box
    }
  }

  async child(parent: Box, type: string): Promise<Box | undefined> {
    for await (const box of this.inside(parent)) if (box.type === type) return box
    return undefined
  }

  /** Four characters of a box, so many bytes into its content. */
  async text(box: Box, offset: number): Promise<string> {
    return (await this.bytes(box.body + offset, 4)).toString('latin1')
  }

  /** Exactly so many bytes, zeros where the file has none. */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const found = await this.#readAt(offset, length)
    return found.length === length ? found : Buffer.concat([found, Buffer.alloc(length)], length)
  }

  /** Its size, of 32 bits or 64, is held to the parent: what is read next must be a place that the file can have. */
  async #boxAt(at: number, parentEnd: number): Promise<Box> {
    const head = await this.bytes(at, HEADER_BYTES)
    const type = head.toString('latin1', 4, 8)
    const size = head.readUInt32BE(0)
    if (size === 0) return { type, body: at + 8, end: parentEnd, isCut: false }
    const isLarge = size === 1
    const end = at + (isLarge ? Number(head.readBigUInt64BE(8)) : size)
    return { type, body: at + (isLarge ? 16 : 8), end: Math.min(end, parentEnd), isCut: end > parentEnd }
  }
}
