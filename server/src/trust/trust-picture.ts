import { type ExecFileException, execFile } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SETTINGS_PICTURE_MAX_BYTES } from '@sevadesk/contract/settings/settings.ts'
import { StartError } from '../errors.ts'
import { type LocalisedText, localised } from '../text/localised-text.ts'
import { expected } from './settings-sentences.ts'
import type { TrustDetails, TrustPicture } from './trust-settings.ts'

/** More would take long to decode for each receipt. Files that servers printed before may have more. */
const MAX_PIXELS = 25_000_000
const TRIAL = fileURLToPath(new URL('./picture-trial.ts', import.meta.url))
/** A machine may be busy; a picture takes some milliseconds. */
const TRIAL_LIMIT_MS = 30_000
const DATA_URL = /^data:image\/[a-z+]+;base64,([A-Za-z0-9+/]*={0,2})$/
const MIME_TYPES = { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' } as const

const TOO_LARGE = localised('This picture is larger than 1 MB. Choose a smaller one.')
const TOO_MANY_PIXELS = localised('This picture has more than 25 megapixels. Choose a smaller one.')
const UNPRINTABLE = localised('This picture cannot be printed. Save it again as PNG, JPEG or SVG.')

/** Checks the size and the type. Throws TrustFieldError. */
export function toTrustPicture(field: string, bytes: Buffer): TrustPicture {
  if (bytes.length > SETTINGS_PICTURE_MAX_BYTES) throw new TrustFieldError(field, TOO_LARGE)
  const type = pictureType(bytes)
  if (type === null) throw new TrustFieldError(field, expected({ kind: 'picture' }))
  return { type, base64: bytes.toString('base64') }
}

/** Throws TrustFieldError. */
export function assertFewPixels(field: string, { type, base64 }: TrustPicture): void {
  if (declaredPixels(type, Buffer.from(base64, 'base64')) <= MAX_PIXELS) return
  throw new TrustFieldError(field, TOO_MANY_PIXELS)
}

/** Reads a data URL. Throws TrustFieldError. */
export function parseDataUrl(field: string, url: string): TrustPicture {
  const base64 = DATA_URL.exec(url)?.[1]
  return toTrustPicture(field, Buffer.from(base64 ?? '', 'base64'))
}

export function dataUrl({ type, base64 }: TrustPicture): string {
  return `data:${MIME_TYPES[type]};base64,${base64}`
}

/** Returns the type by the first bytes, or null for one that cannot be printed. */
function pictureType(bytes: Buffer): TrustPicture['type'] | null {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png'
  if (bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff') return 'jpg'
  const text = bytes.toString('utf8')
  return /^\s*</.test(text) && /<svg\b/.test(text) ? 'svg' : null
}

/**
 * Compiles each picture alone. Throws TrustFieldError for a damaged one, and StartError if the
 * program fails.
 */
export async function tryTrustPictures(
  { logo, signatory }: Pick<TrustDetails, 'logo' | 'signatory'>,
  { program = TRIAL, limitMs = TRIAL_LIMIT_MS } = {},
): Promise<void> {
  const fields = { logo, 'signatory.picture': signatory?.picture }
  const pictures = Object.entries(fields).flatMap(([field, picture]) => (picture ? { field, picture } : []))
  if (pictures.length === 0) return
  const indexOfDamaged = await runTrial(
    pictures.map(({ picture }) => picture),
    { program, limitMs },
  )
  const damaged = pictures[indexOfDamaged]
  if (damaged) throw unprintablePicture(damaged.field)
}

export function unprintablePicture(field: string): TrustFieldError {
  return new TrustFieldError(field, UNPRINTABLE)
}

/** The program that tries pictures was ended: by the time limit, or for want of memory. */
export class TrialEndedError extends StartError {
  override name = 'TrialEndedError'
}

/** Returns the index of the first damaged picture, or -1. Throws StartError if the program fails. */
function runTrial(
  pictures: readonly TrustPicture[],
  { program, limitMs }: { program: string; limitMs: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    // Passes only the compile cache, which saves 100 ms: other variables hold passwords.
    const cache = getCompileCacheDir()
    // The parent of the folder of this version of Node.
    const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }
    const child = execFile(process.execPath, [program], { env, timeout: limitMs }, (error, stdout, stderr) => {
      if (!error) return resolve(Number(stdout))
      const message = `The pictures of the trust could not be tried: ${reasonOf(error, stderr, limitMs)}.`
      reject(error.killed || error.signal ? new TrialEndedError(message) : new StartError(message))
    })
    child.stdin?.on('error', () => undefined).end(JSON.stringify(pictures))
  })
}

function reasonOf({ killed, signal, code, message }: ExecFileException, stderr: string, limitMs: number): string {
  if (killed) return `the program did not end within ${limitMs / 1000} seconds`
  if (signal) return `the program was ended by ${signal}`
  if (typeof code !== 'number') return message
  const [cause] = /^\w*Error\b.*$/m.exec(stderr) ?? []
  return `the program ended with code ${code}${cause === undefined ? '' : ` (${cause})`}`
}

/** Returns the pixels that a picture declares, without decoding it; 0 for SVG or if none are found. */
function declaredPixels(type: TrustPicture['type'], bytes: Buffer): number {
  if (type === 'png') return bytes.length < 24 ? 0 : bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
  return type === 'jpg' ? jpegPixels(bytes) : 0
}

/** Reads the frame header (ITU-T T.81, B.2.2): the segments before it have their length. */
function jpegPixels(bytes: Buffer): number {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    if (isFrameHeader(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return 0
}

/** SOF0 to SOF15, without DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** A fault in one field of the settings. */
export class TrustFieldError extends Error {
  override name = 'TrustFieldError'
  /** Such as `wordings[1].from`; empty for the content as a whole. */
  readonly field: string
  readonly sentence: LocalisedText

  constructor(field: string, sentence: LocalisedText) {
    super(sentence('en'))
    this.field = field
    this.sentence = sentence
  }
}
