import { lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newPartName } from './staging-folder.ts'

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

/** Makes a rename or removal in a folder durable. Windows cannot open folders and needs no sync. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  try {
    await handle?.sync()
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
