/** Seeded, so that the sample data is the same on every machine. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  between(low: number, high: number): number
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number]
}

/** Mulberry32 (public domain). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => Math.floor(low + next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      return item === undefined ? items[0] : item
    },
  }
}
