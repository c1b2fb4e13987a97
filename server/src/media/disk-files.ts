import { randomBytes } from 'node:crypto'
import { lstat, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'

/** A staged file of another host counts as a leftover if not written to for this long. */
const LEFTOVER_AFTER_MS = 24 * 60 * 60 * 1000

const OWN_HOST = hostname().replace(/[^a-zA-Z0-9.-]/g, '_')

/** Returns a new name for a staged file, with the host and pid of the writing process. */
export function newPartName(): string {
  return `${OWN_HOST}-${process.pid}-${randomBytes(8).toString('hex')}.part`
}

/**
 * Names of staged files whose process on this host has ended, or that another host has not written
 * to for a day.
 */
export async function listLeftoverParts(folder: string): Promise<string[]> {
  const leftovers: string[] = []
  for (const name of await readdir(folder)) if (await isLeftover(name, join(folder, name))) leftovers.push(name)
  return leftovers
}

/**
 * Deletes leftovers and all files named after this process's host and pid: in a container every
 * server has pid 1. Call it before this process stages its first file.
 */
export async function deleteLeftoverParts(folder: string): Promise<void> {
  const own = (await readdir(folder)).filter(
    (name) => name.startsWith(`${OWN_HOST}-${process.pid}-`) && PART.test(name),
  )
  for (const name of [...own, ...(await listLeftoverParts(folder))])
    await rm(join(folder, name), { recursive: true, force: true })
}

/**
 * The end of the name of a temporary file or folder. While a backup is written, SQLite adds files
 * beside its database; while a backup is verified, there is a folder.
 */
export const PART_SUFFIX = /\.part(?:-(?:journal|wal|shm))?$/

const PART = new RegExp(`^(.+)-(\\d+)-[0-9a-f]+${PART_SUFFIX.source}`)

/**
 * On this host checks the process, not the file's age: a slow upload can take hours.
 */
async function isLeftover(name: string, place: string): Promise<boolean> {
  const [, host, pid] = PART.exec(name) ?? []
  if (host === undefined) return false
  if (host === OWN_HOST) return !isAlive(Number(pid))
  const found = await stat(place).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > LEFTOVER_AFTER_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Performs a trial write and rename, so that an unwritable folder is noticed in advance. */
export async function assertWritable(staging: string, directory: string): Promise<void> {
  const name = newPartName()
  try {
    await writeFile(join(staging, name), '')
    await rename(join(staging, name), join(directory, name))
  } finally {
    await rm(join(staging, name), { force: true })
    await rm(join(directory, name), { force: true })
  }
}

/** Of file systems that cannot sync a folder, such as some on a network. */
const NO_FOLDER_SYNC: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'EBADF']

/**
 * Makes a rename or removal in a folder durable, if its file system can. Windows cannot open folders
 * and needs no sync.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  try {
    await handle?.sync().catch((error: unknown) => {
      if (!NO_FOLDER_SYNC.includes(errorCode(error))) throw error
    })
  } finally {
    await handle?.close()
  }
}

/**
 * Whether `file` is a regular file in a real folder. False for a symbolic link, which could show any
 * file of the machine, for a pipe, whose reader would wait for ever, and for a missing file.
 */
export async function isRegularFile(file: string): Promise<boolean> {
  try {
    const [folder, facts] = await Promise.all([lstat(dirname(file)), lstat(file)])
    return folder.isDirectory() && facts.isFile()
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false
    throw error
  }
}

export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Handles the failure to read a folder or file: nothing is there if it is missing. */
export function emptyIfMissing(error: unknown): never[] {
  if (errorCode(error) === 'ENOENT') return []
  throw error
}
