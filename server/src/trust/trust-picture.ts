import { type ExecFileException, execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
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
  const type = pictureType(bytes)
  if (type === null) throw new TrustFieldError(field, `must name a PNG, JPEG or SVG picture, which "${path}" is not`)
  return { type, base64: bytes.toString('base64') }
}

/** Returns the type by the first bytes, or null for one that cannot be printed. */
export function pictureType(bytes: Buffer): TrustPicture['type'] | null {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png'
  if (bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff') return 'jpg'
  const text = bytes.toString('utf8')
  return /^\s*</.test(text) && /<svg\b/.test(text) ? 'svg' : null
}

/** Compiles each picture alone, so that a damaged one is reported at startup. Throws StartError. */
export async function tryTrustPictures(
  config: Pick<Config, 'trustFile' | 'dataDir'>,
  { details }: Trust,
  { program = TRIAL, limitMs = TRIAL_LIMIT_MS } = {},
): Promise<void> {
  const fields = { logo: details.logo, 'signatory.picture': details.signatory?.picture }
  const pictures = Object.entries(fields).flatMap(([field, picture]) => (picture ? { field, picture } : []))
  if (pictures.length === 0) return
  const indexOfDamaged = await runTrial(
    pictures.map(({ picture }) => picture),
    { program, limitMs },
  )
  const damaged = pictures[indexOfDamaged]
  if (!damaged) return
  const message = 'names a picture that cannot be printed; save it again as PNG, JPEG or SVG'
  throw explainTrustError(trustFilePath(config), new TrustFieldError(damaged.field, message))
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
      const reason = error && reasonOf(error, stderr, limitMs)
      if (reason === null) resolve(Number(stdout))
      else reject(new StartError(`The pictures of the trust could not be tried: ${reason}.`))
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
