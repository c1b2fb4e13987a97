/** `amount` is in paise. */
export interface Bar {
  id: string
  name: string
  amount: number
}

/** The largest bars in order, and the sum of all others; `others` is undefined if there are none. */
export function largestBars(
  bars: readonly Bar[],
  limit: number,
): { largest: Bar[]; others: { count: number; amount: number } | undefined } {
  const ordered = [...bars].sort((one, other) => other.amount - one.amount)
  const rest = ordered.slice(limit)
  const amount = rest.reduce((sum, bar) => sum + bar.amount, 0)
  return { largest: ordered.slice(0, limit), others: rest.length > 0 ? { count: rest.length, amount } : undefined }
}
