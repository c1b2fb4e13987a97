import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { SettingsContent } from '@sevadesk/contract/settings/settings-schemas.ts'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
import { readContent, trustOf } from './trust-content.ts'
import { explainTrustError, TrustFieldError } from './trust-file-error.ts'
import { trustFilePath } from './trust-file-path.ts'
import { parseDataUrl, toTrustPicture, tryTrustPictures } from './trust-picture.ts'
import { unprintableIn } from './trust-schema.ts'
import { plainTrust, type Trust, type TrustPicture } from './trust-settings.ts'

const DEFAULT_NAME = 'SevaDesk'

export type TrustConfig = Pick<Config, 'trustFile' | 'dataDir' | 'trustName' | 'language'>

/**
 * Reads the file with the trust's details and its pictures. Returns null if TRUST_FILE is not set
 * and the file does not exist. Throws StartError that names the file and the field.
 */
export async function readTrustFile(config: Omit<TrustConfig, 'trustName'>): Promise<SettingsContent | null> {
  const file = trustFilePath(config)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // If the data folder is unusable, opening the database reports that.
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    if (isMissing && config.trustFile === undefined) return null
    throw new StartError(`The trust's details in ${file} (TRUST_FILE) cannot be read: ${error.message}.`)
  })
  if (text === null) return null
  try {
    const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return readContent(content, config.language ?? 'en', (field, path) => readPicture(field, path, dirname(file)))
  } catch (error) {
    throw explainTrustError(file, error)
  }
}

/**
 * Reads the file as `readTrustFile`, and tries its pictures, which takes half a second. Also throws if
 * the server could not start without a file.
 */
export async function loadTrustFile(config: TrustConfig): Promise<SettingsContent | null> {
  const content = await readTrustFile(config)
  if (content === null) trustWithoutSettings(config)
  else {
    await tryTrustPictures(trustOf(content, config.language ?? 'en').details).catch((error: unknown) => {
      throw explainTrustError(trustFilePath(config), error)
    })
  }
  return content
}

/** Returns what plain receipts say without any settings. Throws StartError. */
export function trustWithoutSettings({ trustName, language }: Pick<Config, 'trustName' | 'language'>): Trust {
  const plain = plainTrust(trustName ?? DEFAULT_NAME, language ?? 'en')
  const unprintable = unprintableIn(plain.details.name)
  if (unprintable.length === 0) return plain
  throw new StartError(
    `TRUST_NAME has characters that receipts cannot print: ${unprintable.join(' ')}; set another name for receipts in trust.json.`,
  )
}

/** Reads a data URL, or a picture by its path relative to the folder. Throws TrustFieldError. */
function readPicture(field: string, path: string, folder: string): TrustPicture {
  if (path.startsWith('data:')) return parseDataUrl(field, path)
  return toTrustPicture(field, readBytes(field, resolve(folder, path)), path)
}

function readBytes(field: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TrustFieldError(field, `names a picture that cannot be read: ${reason}`)
  }
}
