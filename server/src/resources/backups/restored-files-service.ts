import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { HEAD_FILE_NAME, headFile, writeKeptHead } from '../../keys/history-head-file.ts'
import { isKeyFileName, keyFile } from '../../keys/key-file.ts'
import { errorCode, syncFolder } from '../../media/disk-files.ts'
import { removeFound, surveyDisk } from '../../media/disk-survey.ts'
import { isStoredPath } from '../../media/media.ts'
import { isTrustFileName } from '../../trust/trust-file.ts'
import { type ArchiveInfo, DATABASE_ENTRY } from './archive/archive-format.ts'

export interface Folders {
  dataDir: string
  keysDir: string
}

type EntryKind = 'database' | 'media' | 'trust' | 'key' | 'other'

/**
 * Returns what an entry of an archive is; `other` is of no use to this version. Throws an Error for a
 * name that no backup writes: an archive may come from anyone.
 */
export function kindOfEntry(name: string): EntryKind {
  if (name === DATABASE_ENTRY) return 'database'
  if (isStoredPath(`/${name}`)) return 'media'
  if (dirname(name) === 'trust' && isTrustFileName(basename(name))) return 'trust'
  if (dirname(name) === 'keys' && isKeyFileName(basename(name))) return 'key'
  if (/^(?:media|trust|keys)\//.test(name)) throw new Error(`no file is called ${JSON.stringify(name)}`)
  return 'other'
}

/**
 * Where archives are unpacked; nobody gives this name to a folder of backups. Each restore and each
 * start of a server deletes what an earlier restore left there.
 */
export function stagingOf({ dataDir }: Pick<Folders, 'dataDir'>): string {
  return join(dataDir, 'restore.part')
}

/** Returns the first file that a restore would replace. */
export async function findObstacle({ dataDir, keysDir }: Folders): Promise<string | undefined> {
  const isKeyOrHead = (name: string) => isKeyFileName(name) || name === HEAD_FILE_NAME
  for (const [folder, isOurs] of [[dataDir, isTrustFileName] as const, [keysDir, isKeyOrHead] as const]) {
    const name = (await readdir(folder).catch(emptyIfMissing)).find(isOurs)
    if (name !== undefined) return join(folder, name)
  }
  return undefined
}

/**
 * Lists the files that a restore creates, besides those of `media/`. Its entry in the history needs
 * a key, also if the backup has no history.
 */
export function listCreated(names: readonly string[], folders: Folders): string[] {
  const attachments = names.filter(isAttachment).map((name) => placeOf(name, folders))
  return [...new Set([...attachments, headFile(folders.keysDir), keyFile(folders.keysDir, 'history')])]
}

/** Moves unpacked files to their places, durably, and writes the head file of the history. */
export async function placeFiles(
  names: readonly string[],
  { history }: Pick<ArchiveInfo, 'history'>,
  folders: Folders,
): Promise<void> {
  const { dataDir, keysDir } = folders
  await mkdir(keysDir, { recursive: true, mode: 0o700 })
  const changed = new Set([join(dataDir, 'media'), dataDir, keysDir])
  for (const name of names) {
    const [from, to] = [join(stagingOf(folders), name), placeOf(name, folders)]
    if (isAttachment(name)) {
      // A copy, because KEYS_DIR may be on another file system.
      await writeFile(to, await readFile(from), { mode: 0o600, flag: 'wx', flush: true })
    } else if (kindOfEntry(name) === 'media') {
      await mkdir(dirname(to), { recursive: true })
      await rename(from, to)
      changed.add(dirname(to))
    }
  }
  for (const folder of changed) await syncFolder(folder)
  // A cut-off end then shows, also one from before the backup.
  if (history && history.n > 0) await writeKeptHead(keysDir, history)
}

/**
 * Removes what a restore may have left. Files outside of these folders stay: they may be another
 * server's, because a data folder can be copied and its settings changed.
 */
export async function removeFiles(created: readonly string[], folders: Folders): Promise<void> {
  const own = [resolve(folders.dataDir), resolve(folders.keysDir)]
  for (const file of created) if (own.includes(dirname(resolve(file)))) await rm(file, { force: true })
  for (const file of (await surveyDisk(folders.dataDir)).stored) await removeFound(folders.dataDir, file)
}

function isAttachment(name: string): boolean {
  return ['trust', 'key'].includes(kindOfEntry(name))
}

/** Where a restored server looks for the file. */
function placeOf(name: string, { dataDir, keysDir }: Folders): string {
  if (kindOfEntry(name) === 'key') return join(keysDir, basename(name))
  return join(dataDir, kindOfEntry(name) === 'trust' ? basename(name) : name)
}

function emptyIfMissing(error: unknown): never[] {
  if (errorCode(error) === 'ENOENT') return []
  throw error
}
