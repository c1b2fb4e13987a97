import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf, StartError } from '../errors.ts'
import { errorCode, syncFolder } from '../media/disk-files.ts'
import { newPartName } from '../media/staging-folder.ts'

/**
 * The newest row of the history, kept outside the database: the chain alone does not show that its
 * end was cut off.
 */
export interface KeptHead {
  n: number
  mac: string
  /** When the file was written, UTC ISO. */
  at: string
}

export const HEAD_FILE_NAME = 'history.head'

export function headFile(keysDir: string): string {
  return join(keysDir, HEAD_FILE_NAME)
}

/** Returns null if there is no file. Throws StartError if it is damaged or cannot be read. */
export async function readKeptHead(keysDir: string): Promise<KeptHead | null> {
  const file = headFile(keysDir)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw new StartError(`The file ${file} (KEYS_DIR) cannot be read: ${reasonOf(error)}.`)
  })
  if (text === null) return null
  try {
    const { n, mac, at } = JSON.parse(text)
    if (Number.isSafeInteger(n) && typeof mac === 'string' && typeof at === 'string') return { n, mac, at }
  } catch {}
  throw new StartError(`The file ${file} (KEYS_DIR) is damaged. Restore it from a backup, or delete it.`)
}

/** Replaces the file, and returns its content; a crash leaves the old one. */
export async function writeKeptHead(keysDir: string, { n, mac }: { n: number; mac: string }): Promise<KeptHead> {
  const part = join(keysDir, newPartName())
  const head: KeptHead = { n, mac, at: new Date().toISOString() }
  try {
    await writeFile(part, `${JSON.stringify(head)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await rename(part, headFile(keysDir))
  } finally {
    await rm(part, { force: true })
  }
  await syncFolder(keysDir)
  return head
}
