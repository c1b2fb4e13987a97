import { readFileSync, writeFileSync } from 'node:fs'

/** Resident memory in bytes: `VmRSS` now, `VmHWM` at its peak since `forgetPeak`. Linux only. */
export function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const [, kib] = new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  if (kib === undefined) throw new Error(`There is no ${which} of process ${pid} to be read.`)
  return Number(kib) * 1024
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
