const MOST_STEPS = 4
const PAISE_PER_RUPEE = 100

/**
 * Returns the amounts on the axis of a chart, in paise: from 0, in equal steps, to the first that
 * is not below the largest. A step is 1, 2 or 5 rupees times a power of ten.
 */
export function axisTicks(largest: number): number[] {
  const step = roundStep(largest / MOST_STEPS)
  const steps = Math.max(1, Math.ceil(largest / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

/** The smallest round step that is not below a size. */
function roundStep(size: number): number {
  let unit = PAISE_PER_RUPEE
  while (size > 5 * unit) unit *= 10
  return ([1, 2, 5].find((factor) => size <= factor * unit) ?? 5) * unit
}
