import { median } from './median.ts'

/** How often and how long each candidate is called. */
export interface RunLimits {
  warmUps: number
  rounds: number
  /** A round of one candidate ends after this many milliseconds or calls, whichever comes first. */
  ms: number
  calls: number
}

/**
 * Calls the candidates alternately, so that a busy moment of the machine affects all of them. A
 * candidate makes one call and returns its ms. Returns the median of each candidate.
 */
export async function alternate(candidates: readonly (() => Promise<number>)[], limits: RunLimits): Promise<number[]> {
  const times: number[][] = candidates.map(() => [])
  for (const candidate of candidates) for (let call = 0; call < limits.warmUps; call += 1) await candidate()
  for (let round = 0; round < limits.rounds; round += 1) {
    for (const [index, candidate] of candidates.entries()) {
      const startedAt = performance.now()
      for (let call = 0; call < limits.calls && performance.now() - startedAt < limits.ms; call += 1) {
        times[index]?.push(await candidate())
      }
    }
  }
  return times.map(median)
}
