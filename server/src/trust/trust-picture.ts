import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { type Field, FieldError } from './trust-field.ts'
import { explain, trustFilePath } from './trust-file-path.ts'
import type { Trust, TrustPicture } from './trust-settings.ts'

/** It is kept with the receipts and printed on each. */
const MAX_BYTES = 1024 * 1024

/** Reads the picture that a field names, its path being relative to the folder. Throws FieldError. */
export async function readTrustPicture(field: Field, folder: string): Promise<TrustPicture | null> {
  const path = field.word()
  if (path === null) return null
  const bytes = await readFile(resolve(folder, path)).catch((error: Error) => {
    throw field.wrong(`names a picture that cannot be read: ${error.message}`)
  })
  if (bytes.length > MAX_BYTES) throw field.wrong(`names a picture of more than 1 MB, "${path}"`)
  const type = typeOf(bytes)
  if (type === null) throw field.wrong(`must name a PNG, JPEG or SVG picture, which "${path}" is not`)
  return { type, base64: bytes.toString('base64') }
}

function typeOf(bytes: Buffer): TrustPicture['type'] | null {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png'
  if (bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff') return 'jpg'
  const text = bytes.toString('utf8')
  return /^\s*</.test(text) && /<svg\b/.test(text) ? 'svg' : null
}

/** What can print a picture, or throws. */
interface PicturePrinter {
  tryPicture(picture: { key: string; type: TrustPicture['type']; base64: string }): Promise<void>
}

/** Prints each picture of the trust once, so that one which is damaged stops the start and not the first receipt. Throws StartError. */
export async function tryTrustPictures(
  config: Pick<Config, 'trustFile' | 'dataDir'>,
  { details }: Trust,
  printer: PicturePrinter,
): Promise<void> {
  const pictures = { logo: details.logo, 'signatory.picture': details.signatory?.picture }
  for (const [place, picture] of Object.entries(pictures)) {
    if (!picture) continue
    await printer.tryPicture({ key: `try-${place}`, ...picture }).catch(() => {
      const wrong = new FieldError(place, 'names a picture that cannot be printed; save it anew as PNG, JPEG or SVG')
      throw explain(trustFilePath(config), wrong)
    })
  }
}
