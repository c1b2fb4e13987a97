import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const SHARED_MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 8 * 1024 ** 3

/**
 * Returns the folder for temporary files of tests: memory where it has room, since tests create
 * hundreds of databases. `TMPDIR` names another.
 */
export function temporaryFolder() {
  if (process.env.TMPDIR || !existsSync(SHARED_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) < MIN_FREE_BYTES ? tmpdir() : SHARED_MEMORY
}
