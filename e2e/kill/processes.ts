import { execFileSync } from 'node:child_process'
import { readIfExists } from '../support/read-if-exists.ts'

/**
 * The ids of the child processes of a process, read from /proc on Linux and from `ps` elsewhere.
 */
export function childrenOf(pid: number): number[] {
  const children = readIfExists(`/proc/${pid}/task/${pid}/children`)?.toString()
  if (children !== undefined) return children.split(' ').flatMap((each) => Number(each) || [])
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
  return !/\) [ZX] /.test(readIfExists(`/proc/${pid}/stat`)?.toString() ?? '')
}
