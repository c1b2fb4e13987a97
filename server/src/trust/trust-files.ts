import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { reasonOf, StartError } from '../errors.ts'
import { trustFilePath } from './trust-file-path.ts'
import { pictureType } from './trust-picture.ts'

export interface TrustFileCopy {
  /** Without a folder. */
  name: string
  content: Uint8Array
}

export const TRUST_FILE_NAME = 'trust.json'

/** Whether a copy may have this name. */
export function isTrustFileName(name: string): boolean {
  return name === TRUST_FILE_NAME || /^[^/\\\0]+\.(?:png|jpe?g|svg)$/i.test(name)
}

/**
 * Reads the file with the trust's details and its pictures, so that all can lie in one folder. Adapts
 * the details only if a picture gets another name. Returns nothing if there is no such file.
 * Throws StartError.
 */
export async function copyTrustFiles(config: Pick<Config, 'trustFile' | 'dataDir'>): Promise<TrustFileCopy[]> {
  const file = trustFilePath(config)
  try {
    const text = await readFile(file, 'utf8')
    const details = JSON.parse(text.replace(/^\uFEFF/, ''))
    const pictures: TrustFileCopy[] = []
    let isMoved = false
    const owners = [
      [details, 'logo', 'logo'],
      [details.signatory, 'picture', 'signature'],
    ] as const
    for (const [owner, field, kind] of owners) {
      const path: unknown = owner?.[field]
      if (typeof path !== 'string' || path.startsWith('data:')) continue
      const content = await readFile(resolve(dirname(file), path))
      const name = copyName(path, kind, content)
      isMoved ||= name !== path
      owner[field] = name
      if (!pictures.some((picture) => picture.name === name)) pictures.push({ name, content })
    }
    const content = Buffer.from(isMoved ? `${JSON.stringify(details, undefined, 2)}\n` : text)
    return [{ name: TRUST_FILE_NAME, content }, ...pictures]
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error
    if (isMissing && error.path === file && config.trustFile === undefined) return []
    throw new StartError(`The trust's details in ${file} (TRUST_FILE) cannot be read: ${reasonOf(error)}.`)
  }
}

/** A picture needs no extension for the server, but its copy needs a name that a restore accepts. */
function copyName(path: string, kind: string, content: Buffer): string {
  const name = path === basename(path) ? path : `${kind}-${basename(path)}`
  if (isTrustFileName(name)) return name
  const type = pictureType(content)
  if (type === null) throw new Error(`"${path}" is not a PNG, JPEG or SVG picture`)
  return `${kind}.${type}`
}
