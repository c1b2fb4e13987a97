import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { SettingsContent } from '@sevadesk/contract/settings/settings-fields.ts'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
import { readContent, trustOf } from './trust-content.ts'
import { TrustFieldError } from './trust-field-error.ts'
import { parseDataUrl, toTrustPicture, tryTrustPictures } from './trust-picture.ts'
import type { TrustPicture } from './trust-settings.ts'

const TRUST_FILE_NAME = 'trust.json'

/**
 * Reads the settings of a server that has none in its database: from TRUST_FILE, or `trust.json` in the
 * data folder, with its pictures, which are tried. Returns null if TRUST_FILE is not set and there is
 * no such file. Throws StartError that names the file and the field.
 */
export async function readTrustFile({
  trustFile,
  dataDir,
  language = 'en',
}: Pick<Config, 'trustFile' | 'dataDir' | 'language'>): Promise<SettingsContent | null> {
  const file = trustFile ?? resolve(dataDir, TRUST_FILE_NAME)
  try {
    const text = await readFile(file, 'utf8')
    const { content, faults } = readContent(JSON.parse(text.replace(/^\uFEFF/, '')), {
      language,
      readPicture: (field, path) => readPicture(field, path, dirname(file)),
    })
    if (faults[0]) throw faults[0]
    await tryTrustPictures(trustOf(content, language).details)
    return content
  } catch (error) {
    if (trustFile === undefined && isMissing(file, error)) return null
    throw explain(file, error)
  }
}

/** Whether a backup of an earlier version may hold a file with this name: the settings or a picture. */
export function isTrustFileName(name: string): boolean {
  return name === TRUST_FILE_NAME || /^[^/\\\0]+\.(?:png|jpe?g|svg)$/i.test(name)
}

/** Reads a data URL, or a picture by its path relative to the folder. Throws TrustFieldError. */
function readPicture(field: string, path: string, folder: string): TrustPicture {
  if (path.startsWith('data:')) return parseDataUrl(field, path)
  try {
    return toTrustPicture(field, readFileSync(resolve(folder, path)))
  } catch (error) {
    if (!isFileError(error)) throw error
    throw Object.assign(new Error(`the picture at "${field}": ${error.message}`), { code: error.code })
  }
}

/** Also if the data folder is unusable: opening the database reports that. */
function isMissing(file: string, error: unknown): boolean {
  return isFileError(error) && error.path === file && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error
}

function explain(file: string, error: unknown): unknown {
  const settings = `The trust's details in ${file} (TRUST_FILE)`
  if (error instanceof TrustFieldError) {
    const place = error.field === '' ? '' : ` at "${error.field}"`
    return new StartError(`${settings} are wrong${place}: ${error.message}`)
  }
  if (error instanceof SyntaxError) {
    return new StartError(`${settings} are not valid JSON: ${error.message.replaceAll(/\s+/g, ' ')}.`)
  }
  return isFileError(error) ? new StartError(`${settings} cannot be read: ${error.message}.`) : error
}
