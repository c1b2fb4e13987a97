import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { explainTrustError, TrustFieldError } from './trust-file-error.ts'
import { trustFilePath } from './trust-file-path.ts'
import type { Trust, TrustPicture } from './trust-settings.ts'

/** Limited, because the pictures are stored in the database and printed on every receipt. */
const MAX_BYTES = 1024 * 1024

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

interface PicturePrinter {
  tryPicture(picture: TrustPicture & { key: string }): Promise<void>
}

/** Prints each picture once, so that a damaged one is reported at startup. Throws StartError. */
export async function tryTrustPictures(
  config: Pick<Config, 'trustFile' | 'dataDir'>,
  { details }: Trust,
  printer: PicturePrinter,
): Promise<void> {
  const pictures = { logo: details.logo, 'signatory.picture': details.signatory?.picture }
  for (const [field, picture] of Object.entries(pictures)) {
    if (!picture) continue
    await printer.tryPicture({ key: `try-${field}`, ...picture }).catch(() => {
      const message = 'names a picture that cannot be printed; save it again as PNG, JPEG or SVG'
      throw explainTrustError(trustFilePath(config), new TrustFieldError(field, message))
    })
  }
}
