import type { Metadata, ReadAt } from './read-at.ts'

/** Structure of a WebM or Matroska file (RFC 8794, RFC 9559). */
export interface WebmVideo {
  /**
   * Whether the declared sizes lie within the file and a cluster exists. Browser recordings declare
   * no sizes, so a recording that is cut off after its first cluster began counts as whole.
   */
  isWhole: boolean
  hasVideo: boolean
  /** Its tags, up to the first element of unknown size. */
  metadata: readonly Metadata[]
}

interface Element {
  id: number
  body: number
  /** Offset of the next element; `undefined` for an element of unknown size. */
  end: number | undefined
}

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const CLUSTER = 0x1f43b675
const TAGS = 0x1254c367
const VIDEO_TRACK = 1

/** An id has at most 4 bytes, a size at most 8. */
const HEADER_BYTES = 12
/** Enough for hours of clusters. Limits the reads of a malicious file. */
const MAX_ELEMENTS = 10_000

export function startsAsEbml(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32BE(0) === EBML
}

/** Reads the doc type, such as `webm` or `matroska`, from the EBML header. */
export function findDocType(head: Buffer): string | undefined {
  const header = elementIn(head, 0)
  for (let at = header?.body ?? head.length; at < Math.min(header?.end ?? 0, head.length); ) {
    const element = elementIn(head, at)
    if (element?.end === undefined || element.end > head.length) return undefined
    if (element.id === DOC_TYPE) return head.toString('latin1', element.body, element.end).replace(/\0.*$/s, '')
    at = element.end
  }
  return undefined
}

/** Reads the structure of a file in small reads, but not within clusters. */
export async function inspectWebm(readAt: ReadAt, bytes: number): Promise<WebmVideo> {
  const walk = elementWalker(readAt)
  let [isWhole, hasVideo] = [false, false]
  const metadata: Metadata[] = []
  const segment = await findSegment(walk(0, bytes))
  for await (const element of segment ? walk(segment.body, segment.end ?? bytes) : []) {
    isWhole ||= element.id === CLUSTER
    if (element.isCut) break
    if (element.id === TAGS) metadata.push(...freeSpace(element))
    if (element.id !== TRACKS || isWhole) continue
    const tracks = await inspectTracks(readAt, walk, element)
    hasVideo ||= tracks.hasVideo
    if (!tracks.isWhole) break
  }
  return { isWhole, hasVideo, metadata }
}

async function findSegment(elements: AsyncGenerator<PlacedElement>): Promise<PlacedElement | undefined> {
  for await (const element of elements)
    if (element.isCut || element.id === SEGMENT) return element.isCut ? undefined : element
  return undefined
}

/** Makes an element a Void element (RFC 8794, section 11.3.2). None if it is too short to hold anything. */
function freeSpace({ at, end = at }: PlacedElement): Metadata[] {
  const body = at + VOID.length
  if (end < body) return []
  const mark = Buffer.from(VOID)
  mark.writeUIntBE(end - body, 3, 6)
  return [{ mark, at, body, end }]
}

/** Its id, and a size of 8 bytes. */
const VOID = Buffer.from('ec0100000000000000', 'hex')

/** Offsets are in the file. `isCut`: the element exceeds its parent; `end` is the parent's end. */
interface PlacedElement extends Element {
  at: number
  isCut: boolean
}

type Walk = (start: number, end: number) => AsyncGenerator<PlacedElement>

/** Iterates over the elements between two offsets, up to MAX_ELEMENTS in all. */
function elementWalker(readAt: ReadAt): Walk {
  let seen = 0
  return async function* walk(start, end) {
    for (let at = start; at < end && seen < MAX_ELEMENTS; ) {
      seen += 1
      const element = elementIn(await readAt(at, HEADER_BYTES), 0)
      if (!element) return
      const next = element.end === undefined ? undefined : at + element.end
      const isCut = next !== undefined && next > end
      yield { id: element.id, at, body: at + element.body, end: isCut ? end : next, isCut }
      if (next === undefined || isCut) return
      at = next
    }
  }
}

async function inspectTracks(readAt: ReadAt, walk: Walk, tracks: Element): Promise<Omit<WebmVideo, 'metadata'>> {
  let hasVideo = false
  for await (const entry of walk(tracks.body, tracks.end ?? tracks.body)) {
    if (entry.isCut) return { isWhole: false, hasVideo }
    if (entry.id !== TRACK_ENTRY) continue
    for await (const field of walk(entry.body, entry.end ?? entry.body)) {
      if (field.isCut) return { isWhole: false, hasVideo }
      if (field.id === TRACK_TYPE && (await readAt(field.body, 1))[0] === VIDEO_TRACK) hasVideo = true
    }
  }
  return { isWhole: true, hasVideo }
}

/** Parses the element at `at`. Offsets count from the start of `piece`; `end` may lie beyond it. */
function elementIn(piece: Buffer, at: number): Element | undefined {
  const idLength = lengthOf(piece[at], 4)
  const sizeLength = lengthOf(piece[at + idLength], 8)
  const body = at + idLength + sizeLength
  if (idLength === 0 || sizeLength === 0 || body > piece.length) return undefined
  const id = piece.readUIntBE(at, idLength)
  const size = sizeIn(piece.subarray(at + idLength, body))
  return { id, body, end: size === undefined ? undefined : body + size }
}

/** Length in bytes of a variable-length number, by the first bit set; 0 if invalid. */
function lengthOf(first: number | undefined, most: number): number {
  const length = first ? Math.clz32(first) - 23 : 0
  return length <= most ? length : 0
}

/** Removes the length marker. If all other bits are 1, the size is unknown. */
function sizeIn(digits: Buffer): number | undefined {
  if (digits.subarray(1).every((byte) => byte === 0xff) && digits[0] === 2 ** (9 - digits.length) - 1) return undefined
  return digits.reduce((sum, byte, at) => sum * 256 + (at === 0 ? byte - 2 ** (8 - digits.length) : byte), 0)
}
