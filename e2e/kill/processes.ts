import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * The ids of the child processes of a process, read from /proc on Linux and from `ps` elsewhere.
 */
export function childrenOf(pid: number): number[] {
  const childrenFile = `/proc/${pid}/task/${pid}/children`
  if (existsSync(childrenFile))
    return readFileSync(childrenFile, 'utf8')
      .split(' ')
      .flatMap((each) => Number(each) || [])
  return execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([parent, child = 0]) => (parent === pid ? child : []))
}

/** Returns false for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return !/\) [ZX] /.test(state)
}
