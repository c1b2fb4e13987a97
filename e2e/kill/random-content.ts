import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { bareMp4Head } from '../support/bare-mp4.ts'

export interface SentFile {
  readonly name: string
  readonly bytes: Buffer<ArrayBuffer>
  /** Hash of a photo's pixels, since the server encodes photos again, or of a video's bytes. */
  readonly fingerprint: string
}

/** Widths in pixels of photos with no, one and two smaller versions; `upTo` adds up the shares. */
const WIDTHS = [
  { upTo: 0.5, least: 60, most: 380 },
  { upTo: 0.85, least: 420, most: 760 },
  { upTo: 1, least: 820, most: 1100 },
] as const
/** Edge in pixels of the squares of a photo. Each has one random colour, so encoding is quick. */
const SQUARE = 20
const LONGEST_VIDEO = 1_500_000

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A PNG, so that encoding it again keeps its pixels. */
export async function randomPhoto(random: () => number): Promise<SentFile> {
  const choice = random()
  const { least, most } = WIDTHS.find(({ upTo }) => choice < upTo) ?? WIDTHS[0]
  const width = least + Math.floor(random() * (most - least))
  const height = Math.ceil(width * (0.3 + random() * 0.4))
  const small = { width: Math.ceil(width / SQUARE), height: Math.ceil(height / SQUARE), channels: 3 } as const
  const pixels = await sharp(randomBytes(small.width * small.height * 3), { raw: small })
    .resize(width, height, { kernel: 'nearest', fit: 'fill' })
    .raw()
    .toBuffer()
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { name: 'photo.png', bytes: Buffer.from(png), fingerprint: await fingerprintOfPhoto(png) }
}

/** Decodes the whole picture. Throws if the picture is damaged. */
export async function fingerprintOfPhoto(file: Uint8Array | string): Promise<string> {
  const { data, info } = await sharp(file, { failOn: 'warning' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `pixels ${info.width}x${info.height} ${hashOf(data)}`
}

export function randomVideo(random: () => number): SentFile {
  // Squaring a number from 0 to 1 makes small numbers more frequent, so most videos are short.
  const length = 1 + Math.floor(random() ** 2 * LONGEST_VIDEO)
  const bytes = Buffer.concat([bareMp4Head(length), randomBytes(length)])
  return { name: 'video.mp4', bytes, fingerprint: fingerprintOfVideo(bytes) }
}

export function fingerprintOfVideo(bytes: Uint8Array): string {
  return `bytes ${hashOf(bytes)}`
}
