import { median } from './median.ts'

/** How often and how long each side is asked before its times are compared. */
export interface Effort {
  warmUps: number
  turns: number
  /** Each turn of a side lasts so many milliseconds, or so many calls, whichever comes first. */
  ms: number
  calls: number
}

/**
 * Asks several sides in turns, so that a busy moment of the machine is not one side's alone. Each work does one call and answers how
 * long it took, in milliseconds; the answers are the medians.
 */
export async function inTurns(works: readonly (() => Promise<number>)[], effort: Effort): Promise<number[]> {
  const times: number[][] = works.map(() => [])
  for (const work of works) for (let call = 0; call < effort.warmUps; call += 1) await work()
  for (let turn = 0; turn < effort.turns; turn += 1) {
    for (const [at, work] of works.entries()) {
      const begun = performance.now()
      for (let call = 0; call < effort.calls && performance.now() - begun < effort.ms; call += 1) {
        times[at]?.push(await work())
      }
    }
  }
  return times.map(median)
}
