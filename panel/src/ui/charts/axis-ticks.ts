const MOST_STEPS = 4
const PAISE_PER_RUPEE = 100

/**
 * The amounts on the axis of a chart, from 0 to the first round one that is not below the largest. In
 * paise; each is a multiple of 1, 2 or 5 rupees, or of ten, a hundred … times as much.
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
