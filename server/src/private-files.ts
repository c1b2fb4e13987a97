import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { emptyIfMissing } from './media/disk-files.ts'

/** Files that this process and its children create from now on are for their owner alone. */
export function createPrivateFiles(): void {
  process.umask(0o077)
}

/**
 * Warns of the first folder or file of an earlier version that other users of the machine may open,
 * with the command that closes all. Those in `media/` are behind its own mode.
 */
export function findOpenPath({ dataDir, keysDir }: Pick<Config, 'dataDir' | 'keysDir'>): string[] {
  for (const [name, folder] of Object.entries({ KEYS_DIR: keysDir, DATA_DIR: dataDir })) {
    const open = [folder, ...list(folder)].find(isOpen)
    if (open === undefined) continue
    return [`${open} is open to other users of this machine; to close ${name}, run: chmod -R go-rwx "${folder}"`]
  }
  return []
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch (error) {
    return emptyIfMissing(error)
  }
}

function isOpen(path: string): boolean {
  try {
    return (statSync(path).mode & 0o077) !== 0
  } catch {
    // A link to nothing, or to where this user may not look.
    return false
  }
}
