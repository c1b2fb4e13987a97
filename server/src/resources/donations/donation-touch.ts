import type { Block } from './donation-blocks.ts'
import type { Position } from './donation-sum-store.ts'

const HOUR_LENGTH = 13

/** Which blocks of donations hold rows of these hours (`YYYY-MM-DDTHH`), or would. */
export function touchedByHours(places: ReadonlySet<string>) {
  const hours = [...places].sort()
  return ({ from }: Pick<Block<Position, never>, 'from'>, next: Position | null): boolean => {
    const first = hours[firstIndex(hours, (hour) => hour >= hourOf(from))]
    return first !== undefined && (next === null || first <= hourOf(next))
  }
}

/** Which blocks of donors' keys hold these keys, or would. The databases order them by their bytes. */
export function touchedByDonors(places: ReadonlySet<string>) {
  const keys = [...places].map((place) => Buffer.from(place)).sort(Buffer.compare)
  return ({ from }: Pick<Block<string, never>, 'from'>, next: string | null): boolean => {
    const [start, end] = [Buffer.from(from ?? ''), next === null ? null : Buffer.from(next)]
    const first = keys[firstIndex(keys, (key) => Buffer.compare(key, start) >= 0)]
    return first !== undefined && (end === null || Buffer.compare(first, end) < 0)
  }
}

function hourOf(position: Position | null): string {
  return position?.createdAt.slice(0, HOUR_LENGTH) ?? ''
}

/** The first index whose item has `holds`, where all after it have it too; the length when none has. */
export function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(items[middle] as Item)) high = middle
    else low = middle + 1
  }
  return low
}
