import { linkSync, rmSync } from 'node:fs'

/** Gives a complete file its final name, unless another worker process has placed its own there. */
export function placeFile(temporary: string, path: string): void {
  try {
    linkSync(temporary, path) // unlike a rename, never replaces a file
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  rmSync(temporary)
}
