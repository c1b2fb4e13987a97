import { type HttpError, unsupportedMedia } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import { inspectMp4 } from './mp4-video.ts'
import type { Metadata, ReadAt } from './read-at.ts'
import { findDocType, inspectWebm, startsAsEbml } from './webm-video.ts'

/** Accepted videos, by their file extension. */
export const VIDEO_TYPES = ['mp4', 'webm', 'mov'] as const
export type VideoType = (typeof VIDEO_TYPES)[number]

/** Bytes that the type detection reads from the start of a file. */
export const VIDEO_HEAD_BYTES = 4096

/**
 * Detects the type by the first bytes of a file. Throws an `HttpError` that names the file when it
 * is no video that browsers play.
 */
export function detectVideoTypeByHead(head: Buffer, name: string): VideoType {
  if (startsAsEbml(head)) {
    const docType = findDocType(head)
    if (docType === 'webm') return 'webm'
    throw docType === 'matroska' ? notPlayed(name, 'MKV') : noVideo(name)
  }
  const box = head.toString('latin1', 4, 8)
  if (box === 'ftyp') return detectTypeByBrand(head, name)
  if (QUICKTIME_STARTS.has(box)) return 'mov'
  const kind = OTHER_KINDS.find(({ starts }) => starts.test(head.toString('hex', 0, 12)))?.kind
  if (kind === 'photo') throw isPhoto(name)
  throw kind ? notPlayed(name, kind) : noVideo(name)
}

/**
 * Validates the container of a received file with a few small reads, whatever its size, and decodes
 * nothing. Returns also where its metadata is. Throws an `HttpError` with the file's name if it is
 * cut off or has no playable video.
 */
export async function inspectVideo(
  readAt: ReadAt,
  bytes: number,
  name: string,
): Promise<{ type: VideoType; metadata: readonly Metadata[] }> {
  const type = detectVideoTypeByHead(await readAt(0, VIDEO_HEAD_BYTES), name)
  if (type === 'webm') {
    const { isWhole, hasVideo, metadata } = await inspectWebm(readAt, bytes)
    if (!isWhole) throw damaged(name)
    if (!hasVideo) throw withoutVideo(name)
    return { type, metadata }
  }
  const { isWhole, codecs, metadata } = await inspectMp4(readAt, bytes)
  if (!isWhole) throw damaged(name)
  if (codecs.length === 0) throw withoutVideo(name)
  if (codecs.every((codec) => H263.has(codec))) throw notPlayed(name, 'H.263')
  return { type, metadata }
}

/** First boxes of old QuickTime files, which have no `ftyp`. */
const QUICKTIME_STARTS: ReadonlySet<string> = new Set(['moov', 'mdat', 'wide', 'pnot'])

/** H.263, the codec of early phones, which no browser plays. Later 3GP files contain H.264. */
const H263: ReadonlySet<string> = new Set(['s263', 'h263', 'H263'])

/** Photos (ISO/IEC 23008-12) and audio use the same container; their major brand differs. */
function detectTypeByBrand(head: Buffer, name: string): VideoType {
  const brand = head.toString('latin1', 8, 12)
  if (/^(?:avif|avis|hei[cmsx]|hev[cmsx]|mif1|msf1|crx )$/.test(brand)) throw isPhoto(name)
  if (/^(?:M4[ABP] |F4[AB] )$/.test(brand)) throw withoutVideo(name)
  return brand === 'qt  ' ? 'mov' : 'mp4'
}

/** Formats that are not accepted, by their first bytes, so that the message can name them. */
const OTHER_KINDS: readonly { starts: RegExp; kind: string }[] = [
  { starts: /^ffd8ff|^89504e47|^47494638|^52494646.{8}57454250/, kind: 'photo' },
  { starts: /^52494646.{8}41564920/, kind: 'AVI' },
  { starts: /^3026b275/, kind: 'WMV' },
  { starts: /^464c56/, kind: 'FLV' },
  { starts: /^000001b[3a]/, kind: 'MPEG' },
]

const ALLOWED = localised('Please choose MP4, WebM or MOV.')

function noVideo(name: string): HttpError {
  return unsupportedMedia(
    localised('“{name}” is not a video that can be shown here. {allowed}', { name, allowed: ALLOWED }),
  )
}

function isPhoto(name: string): HttpError {
  return unsupportedMedia(localised('“{name}” is a photo, not a video. {allowed}', { name, allowed: ALLOWED }))
}

function withoutVideo(name: string): HttpError {
  return unsupportedMedia(
    localised('“{name}” contains no video, perhaps only sound. {allowed}', { name, allowed: ALLOWED }),
  )
}

function notPlayed(name: string, kind: string): HttpError {
  return unsupportedMedia(
    localised(
      '“{name}” is a video of type {kind}, which browsers cannot play. Please save it as MP4 and choose that file.',
      { name, kind },
    ),
  )
}

function damaged(name: string): HttpError {
  return unsupportedMedia(
    localised('“{name}” is damaged or incomplete. Please check that it plays on your device, then send it again.', {
      name,
    }),
  )
}
