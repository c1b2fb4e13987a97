import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk for a data folder that takes no more data once it is full. */
export interface FullDisk {
  /** How it is made. */
  way: string
  /** Whether this process may mount file systems. */
  canMount: boolean
  dataDir: string
  /** `pid`: the server. A file system takes `spare` more bytes. */
  fill(pid: number, spare?: number): void
  free(pid: number): void
  remove(): void
}

/**
 * A file system in memory that shrinks to what it holds. Without the right to mount one, the server
 * may no longer write into files.
 */
export function makeDisk(): FullDisk {
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-disk-'))
  const dataDir = join(folder, 'data')
  const mount = (size: string) => run('mount', '-t', 'tmpfs', '-o', size, 'tmpfs', folder)
  const remove = () => rmdirSync(folder)
  try {
    mount('size=1g')
  } catch {
    const limit = (pid: number, bytes: string) => run('prlimit', `--pid=${pid}`, `--fsize=${bytes}:`)
    const [fill, free] = [(pid: number) => limit(pid, '0'), (pid: number) => limit(pid, 'unlimited')]
    return { way: 'a limit of file sizes', canMount: false, dataDir, fill, free, remove }
  }
  return {
    way: 'a full file system',
    canMount: true,
    dataDir,
    fill(_pid, spare = 0) {
      // Fails while the server still writes what it has received.
      for (let triesLeft = 20; triesLeft > 0; triesLeft -= 1) {
        const { blocks, bfree, bsize } = statfsSync(folder)
        try {
          // A size of 0 would be none.
          return mount(`remount,size=${Math.max((blocks - bfree) * bsize + spare, bsize)}`)
        } catch (error) {
          if (triesLeft === 1) throw error
        }
      }
    },
    free: () => mount('remount,size=1g'),
    remove() {
      // Lazily: a killed server's helper processes may still end.
      run('umount', '--lazy', folder)
      remove()
    },
  }
}

/** Runs a program of the system. Throws if it fails. */
export function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'pipe' })
}
