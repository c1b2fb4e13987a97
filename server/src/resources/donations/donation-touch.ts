import type { Block } from './donation-blocks.ts'
import type { Position } from './donation-sum-store.ts'

const HOUR_LENGTH = 13

type Blocks<Start> = readonly Pick<Block<Start, never>, 'from'>[]

/** Which blocks of donations hold rows of these hours (`YYYY-MM-DDTHH`), or would; by their indexes. */
export function touchedByHours(blocks: Blocks<Position>, hours: ReadonlySet<string>): ReadonlySet<number> {
  const touched = new Set<number>()
  for (const hour of hours) {
    const begun = firstIndex(blocks, ({ from }) => from !== null && hourOf(from) >= hour)
    // The one before may hold the hour's first rows.
    touched.add(begun - 1)
    for (let index = begun; hasBegunIn(hour, blocks[index]); index += 1) touched.add(index)
  }
  return touched
}

/** Which blocks of donors' keys hold these keys, or would. The databases order them by their bytes. */
export function touchedByDonors(blocks: Blocks<string>, donors: ReadonlySet<string>): ReadonlySet<number> {
  const touched = new Set<number>()
  for (const donor of donors) {
    const key = Buffer.from(donor)
    touched.add(firstIndex(blocks, ({ from }) => from !== null && Buffer.compare(Buffer.from(from), key) > 0) - 1)
  }
  return touched
}

function hasBegunIn(hour: string, block: { from: Position | null } | undefined): boolean {
  return block?.from != null && hourOf(block.from) === hour
}

function hourOf({ createdAt }: Position): string {
  return createdAt.slice(0, HOUR_LENGTH)
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
