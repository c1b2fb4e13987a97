import { readIfExists } from '../support/read-if-exists.ts'

/** The ids of the child processes of a process. Linux only. */
export function childrenOf(pid: number): number[] {
  const children = readIfExists(`/proc/${pid}/task/${pid}/children`)?.toString() ?? ''
  return children.split(' ').flatMap((each) => Number(each) || [])
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
