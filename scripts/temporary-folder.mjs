import { existsSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const SHARED_MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 8 * 1024 ** 3

/**
 * The folder for what tests write. They create hundreds of databases, which takes a third less time
 * in memory than on a disk (docs/figures.md).
 */
export function temporaryFolder() {
  if (process.env.TMPDIR || !existsSync(SHARED_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return Math.min(bavail * bsize, freemem()) < MIN_FREE_BYTES ? tmpdir() : SHARED_MEMORY
}
