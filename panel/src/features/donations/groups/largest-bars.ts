import type { Bar } from '../../../ui/charts/bar-chart.tsx'

const MOST_BARS = 10

export interface LargestBars {
  bars: Bar[]
  /** The sum of all that have no bar. */
  others: { count: number; amount: number } | undefined
}

/** Orders bars by amount and keeps the ten largest, or eleven if there are no more. */
export function largestBars(given: readonly Bar[]): LargestBars {
  const ordered = [...given].sort((one, other) => other.amount - one.amount)
  if (ordered.length <= MOST_BARS + 1) return { bars: ordered, others: undefined }
  const rest = ordered.slice(MOST_BARS)
  const amount = rest.reduce((sum, bar) => sum + bar.amount, 0)
  return { bars: ordered.slice(0, MOST_BARS), others: { count: rest.length, amount } }
}
