const HOUR_MS = 60 * 60 * 1000

/** When a session was last seen, in whole hours or days (specification, section 4). */
export type LastSeen = { unit: 'now' } | { unit: 'hours' | 'days'; count: number }

/** Under an hour is now, under a day so many hours, then days. Both moments in ms since 1970; a clock that runs ahead is no reason to worry. */
export function lastSeen(seenAt: number, now: number): LastSeen {
  const hours = Math.floor((now - seenAt) / HOUR_MS)
  if (hours < 1) return { unit: 'now' }
  if (hours < 24) return { unit: 'hours', count: hours }
  return { unit: 'days', count: Math.floor(hours / 24) }
}
