import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Change the name when photos or videos change: existing files are not written again. */
const FOLDER = join(tmpdir(), 'sevadesk-e2e-files-7')

/**
 * Writes the file once per machine and returns its path. No worker process reads an incomplete file,
 * and none replaces a file that another worker's browser may be uploading.
 */
export async function cachedFile(name: string, write: (path: string) => Promise<unknown>): Promise<string> {
  const path = join(FOLDER, name)
  if (existsSync(path)) return path
  mkdirSync(FOLDER, { recursive: true })
  const temporary = `${path}.${process.pid}`
  await write(temporary)
  try {
    linkSync(temporary, path) // unlike a rename, never replaces a file
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  rmSync(temporary)
  return path
}
