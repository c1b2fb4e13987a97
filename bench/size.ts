/** Whether each part runs for seconds only, to show that it still works. Its figures mean nothing then. */
export const isSmokeRun = process.env.BENCH_SMOKE === 'true'

/** The size or duration of a measurement. */
export function sizeOf(full: number, smoke: number): number {
  return isSmokeRun ? smoke : full
}
