const HOUR_MS = 60 * 60 * 1000

/** Specification, section 4. */
export type LastSeen = { unit: 'now' } | { unit: 'hours' | 'days'; count: number }

/** Times are in ms since 1970. A time in the future counts as now. */
export function lastSeen(seenAt: number, now: number): LastSeen {
  const hours = Math.floor((now - seenAt) / HOUR_MS)
  if (hours < 1) return { unit: 'now' }
  if (hours < 24) return { unit: 'hours', count: hours }
  return { unit: 'days', count: Math.floor(hours / 24) }
}
