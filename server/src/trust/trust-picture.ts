import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { explainTrustError, TrustFieldError } from './trust-file-error.ts'
import { trustFilePath } from './trust-file-path.ts'
import type { Trust, TrustPicture } from './trust-settings.ts'

/** Limited, because the pictures are stored in the database and printed on every receipt. */
const MAX_BYTES = 1024 * 1024
const TRIAL = fileURLToPath(new URL('./picture-trial.ts', import.meta.url))
/** A machine may be busy; a picture takes some milliseconds. */
const TRIAL_LIMIT_MS = 30_000

/** Reads a picture by its path relative to the folder. Throws TrustFieldError. */
export async function readTrustPicture(
  field: string,
  path: string | undefined,
  folder: string,
): Promise<TrustPicture | null> {
  if (path === undefined) return null
  const bytes = await readFile(resolve(folder, path)).catch((error: Error) => {
    throw new TrustFieldError(field, `names a picture that cannot be read: ${error.message}`)
  })
  if (bytes.length > MAX_BYTES) throw new TrustFieldError(field, `names a picture of more than 1 MB, "${path}"`)
  const type = typeOf(bytes)
  if (type === null) throw new TrustFieldError(field, `must name a PNG, JPEG or SVG picture, which "${path}" is not`)
  return { type, base64: bytes.toString('base64') }
}

function typeOf(bytes: Buffer): TrustPicture['type'] | null {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png'
  if (bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff') return 'jpg'
  const text = bytes.toString('utf8')
  return /^\s*</.test(text) && /<svg\b/.test(text) ? 'svg' : null
}

/** Prints each picture once, so that a damaged one is reported at startup. Throws StartError. */
export async function tryTrustPictures(
  config: Pick<Config, 'trustFile' | 'dataDir'>,
  { details }: Trust,
): Promise<void> {
  const fields = { logo: details.logo, 'signatory.picture': details.signatory?.picture }
  const pictures = Object.entries(fields).flatMap(([field, picture]) => (picture ? { field, picture } : []))
  if (pictures.length === 0) return
  const printed = await countPrinted(pictures.map(({ picture }) => picture))
  const damaged = pictures[printed]
  if (!damaged) return
  const message = 'names a picture that cannot be printed; save it again as PNG, JPEG or SVG'
  throw explainTrustError(trustFilePath(config), new TrustFieldError(damaged.field, message))
}

/** Returns how many pictures were printed before the first that could not be. */
function countPrinted(pictures: readonly TrustPicture[]): Promise<number> {
  return new Promise((resolve, reject) => {
    // Hides passwords from the code that reads the pictures. The cache saves 100 ms.
    const env = { NODE_COMPILE_CACHE: getCompileCacheDir() }
    const child = execFile(process.execPath, [TRIAL], { env, timeout: TRIAL_LIMIT_MS }, (error, stdout) => {
      const [isReady, ...printed] = stdout.split('\n').slice(0, -1)
      // A picture may make the program fail, but not before it is ready.
      if (error && !isReady) reject(error)
      else resolve(printed.length)
    })
    child.stdin?.on('error', () => undefined).end(JSON.stringify(pictures))
  })
}
