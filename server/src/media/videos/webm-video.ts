import type { ReadAt } from './read-at.ts'

/** What a file in the container of Matroska and WebM (RFC 8794, RFC 9559) says of itself. */
export interface WebmVideo {
  /** Whether what it declares lies within the file. One recorded in a browser declares no length and cannot be told. */
  isWhole: boolean
  hasVideo: boolean
}

interface Element {
  id: number
  body: number
  /** Where the next element begins; `undefined` when the element does not say how long it is. */
  end: number | undefined
}

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const CLUSTER = 0x1f43b675
const VIDEO_TRACK = 1

/** An id has at most four bytes, a length at most eight. */
const HEADER_BYTES = 12
/** Before the first pictures stands little; a file of millions of empty elements ends here. */
const MAX_ELEMENTS = 10_000

/** Whether a file is of the family, by its first bytes. */
export function startsAsEbml(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32BE(0) === EBML
}

/** `webm`, `matroska` or another, from the header that a file of the family begins with; `undefined` when it cannot be read. */
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

/** Looks through a file of so many bytes in reads of a few bytes each, up to its first pictures. */
export async function inspectWebm(readAt: ReadAt, bytes: number): Promise<WebmVideo> {
  const walk = walkerOf(readAt)
  let hasVideo = false
  for await (const segment of walk(0, bytes)) {
    if (segment.isCut) break
    if (segment.id !== SEGMENT) continue
    for await (const element of walk(segment.body, segment.end ?? bytes)) {
      if (element.id === CLUSTER) return { isWhole: true, hasVideo }
      if (element.isCut) break
      if (element.id !== TRACKS) continue
      const tracks = await inspectTracks(readAt, walk, element)
      hasVideo ||= tracks.hasVideo
      if (!tracks.isWhole) break
    }
    break
  }
  return { isWhole: false, hasVideo }
}

/** An element as it lies in the file; one of a length that would lead out of what it stands in ends with that, and is cut. */
interface PlacedElement extends Element {
  isCut: boolean
}

type Walk = (start: number, end: number) => AsyncGenerator<PlacedElement>

/** Gives the elements between two places one after another, and no more of them in all than a sane file has. */
function walkerOf(readAt: ReadAt): Walk {
  let seen = 0
  return async function* walk(start, end) {
    for (let at = start; at < end && seen < MAX_ELEMENTS; ) {
      seen += 1
      const element = elementIn(await readAt(at, HEADER_BYTES), 0)
      if (!element) return
      const next = element.end === undefined ? undefined : at + element.end
      const isCut = next !== undefined && next > end
      yield { id: element.id, body: at + element.body, end: isCut ? end : next, isCut }
      if (next === undefined || isCut) return
      at = next
    }
  }
}

async function inspectTracks(readAt: ReadAt, walk: Walk, tracks: Element): Promise<WebmVideo> {
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

/** The element at a place of a piece of a file, with places within the piece; it may end beyond it. */
function elementIn(piece: Buffer, at: number): Element | undefined {
  const idLength = lengthOf(piece[at], 4)
  const sizeLength = lengthOf(piece[at + idLength], 8)
  const body = at + idLength + sizeLength
  if (idLength === 0 || sizeLength === 0 || body > piece.length) return undefined
  const id = piece.readUIntBE(at, idLength)
  const size = sizeIn(piece.subarray(at + idLength, body))
  return { id, body, end: size === undefined ? undefined : body + size }
}

/** How many bytes a number has: the first bit that is set in its first byte tells. 0 is none. */
function lengthOf(first: number | undefined, most: number): number {
  const length = first ? Math.clz32(first) - 23 : 0
  return length <= most ? length : 0
}

/** Without the bit that tells the length; all ones mean that the size is not known. One beyond what numbers hold exactly fits no file. */
function sizeIn(digits: Buffer): number | undefined {
  if (digits.subarray(1).every((byte) => byte === 0xff) && digits[0] === 2 ** (9 - digits.length) - 1) return undefined
  return digits.reduce((sum, byte, at) => sum * 256 + (at === 0 ? byte - 2 ** (8 - digits.length) : byte), 0)
}
