import { readFileSync } from 'node:fs'

/**
 * Reads a file that another process may remove at any moment, so that a check before the read is
 * not enough. Returns `undefined` if it is gone, or if it is in `/proc` and its process has ended.
 */
export function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
