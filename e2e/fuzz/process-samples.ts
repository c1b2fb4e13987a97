import { readdirSync } from 'node:fs'
import { memoryOf } from '../../scripts/process-memory.ts'

export interface Sample {
  /** Resident memory in bytes. */
  memory: number
  /** Open files and sockets. */
  handles: number
}

/** Linux only. */
export function sampleProcess(pid: number): Sample {
  return { memory: memoryOf(pid, 'VmRSS'), handles: handlesOf(pid) }
}

export function handlesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** The median of the last third of the samples, divided by that of the third before. */
export function growthOfLastThird(values: readonly number[]): number {
  const third = Math.floor(values.length / 3)
  return median(values.slice(-third)) / median(values.slice(-2 * third, -third))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
