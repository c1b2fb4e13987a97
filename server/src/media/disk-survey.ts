import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PICTURE_FORMATS } from '@sevadesk/contract/content/picture-variants.ts'
import { emptyIfMissing, listLeftoverParts, PART_SUFFIX, syncFolder } from './disk-files.ts'
import type { FoundFile, Survey } from './file-store.ts'
import { parseStoredPath } from './media.ts'

const FOLDER_OF_FILES = /^\/media\/[0-9a-f]{2}$/

/** Reads the `media` and `tmp` folders. Missing ones count as empty. */
export async function surveyDisk(dataDir: string): Promise<Survey> {
  const top = [...(await list(dataDir, '/media')), ...(await list(dataDir, '/tmp'))]
  const folders = top.filter(({ path, isFolder }) => isFolder && FOLDER_OF_FILES.test(path))
  const inner: Entry[] = []
  for (const { path } of folders) inner.push(...(await list(dataDir, path)))

  const stored = inner.filter(({ path, isFile }) => isFile && isOurs(path))
  // The trial write at startup also puts a .part file into `media`.
  const parts = top.filter(({ path, isFile, isFolder }) => (isFile || isFolder) && PART_SUFFIX.test(path))
  const known = new Set([...folders, ...stored, ...parts])
  const forgotten = await listLeftoverParts(join(dataDir, 'tmp')).catch(emptyIfMissing)
  return {
    stored: await measure(
      dataDir,
      stored.map(({ path }) => path),
    ),
    forgotten: await measure(
      dataDir,
      forgotten.map((name) => `/tmp/${name}`),
    ),
    foreign: [...top, ...inner]
      .filter((entry) => !known.has(entry))
      .map(({ path, isFolder }) => (isFolder ? `${path}/` : path))
      .sort(),
  }
}

/** Removes a file, or the folder of an interrupted backup, durably. A missing one is no error. */
export async function removeFound(dataDir: string, { path }: FoundFile): Promise<void> {
  const file = join(dataDir, path)
  await rm(file, { recursive: true, force: true })
  await syncFolder(dirname(file))
}

/** Whether SevaDesk gives such a path. Smaller versions exist in `PICTURE_FORMATS` only. */
export function isOurs(path: string): boolean {
  const parsed = parseStoredPath(path)
  if (parsed === undefined) return false
  return parsed.width === undefined || PICTURE_FORMATS.some((format) => path.endsWith(`.${format}`))
}

interface Entry {
  /** Relative to the data folder. */
  path: string
  isFolder: boolean
  /** False for symbolic links and pipes too, which the server never creates. */
  isFile: boolean
}

async function list(dataDir: string, folder: string): Promise<Entry[]> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(emptyIfMissing)
  return entries.map((entry) => ({
    path: `${folder}/${entry.name}`,
    isFolder: entry.isDirectory(),
    isFile: entry.isFile(),
  }))
}

/** Leaves out files that were removed since they were listed. */
async function measure(dataDir: string, paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const path of paths.toSorted()) {
    const facts = await stat(join(dataDir, path)).catch(emptyIfMissing)
    if ('size' in facts) found.push({ path, bytes: facts.size })
  }
  return found
}
