import { chmodSync } from 'node:fs'
import { run } from './full-disk.ts'

/**
 * Keeps the folder from taking new files until the returned function is called. Root may write in
 * spite of the mode, so as root the folder is mounted read-only over itself. Files that a program
 * has open stay writable.
 */
export function makeReadOnly(folder: string): () => void {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500)
    return () => chmodSync(folder, 0o700)
  }
  run('mount', '--bind', folder, folder)
  run('mount', '-o', 'remount,bind,ro', folder)
  return () => run('umount', '--lazy', folder)
}
