import { setImmediate } from 'node:timers/promises'

/**
 * Rows that follow each other, from `from` (`null`: from the first of all) up to where the next block begins, and what they come to.
 * A block is never changed: when its rows have changed, another takes its place.
 */
export interface Block<Start, Sum extends { count: number }> {
  readonly from: Start | null
  readonly sum: Sum
}

export interface BlockReader<Start, Sum extends { count: number }> {
  /** The sum of at most `size` rows from `from` up to, not including, `to`, and where the next ones begin, if any are left. */
  readOne(from: Start | null, to: Start | null): Promise<{ sum: Sum; next: Start | null }>
  add(one: Sum, other: Sum): Sum
  size: number
}

/** Nobody else waits longer than this for their turn. */
const SLICE_MS = 10

/** The blocks of all rows after some have changed: only those that are touched, by their indexes, are read anew. */
export async function renewBlocks<Start, Sum extends { count: number }>(
  blocks: readonly Block<Start, Sum>[],
  touched: ReadonlySet<number>,
  reader: BlockReader<Start, Sum>,
): Promise<readonly Block<Start, Sum>[]> {
  const renewed: Block<Start, Sum>[] = []
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index] as Block<Start, Sum>
    if (!touched.has(index)) {
      renewed.push(block)
      continue
    }
    while (touched.has(index + 1)) index += 1
    renewed.push(...(await readBlocks(block.from, blocks[index + 1]?.from ?? null, reader)))
  }
  return renewed
}

/** All rows from `from` up to `to` in blocks of about `size`: a rest of less than half goes to the block before it. */
export async function readBlocks<Start, Sum extends { count: number }>(
  from: Start | null,
  to: Start | null,
  { readOne, add, size }: BlockReader<Start, Sum>,
): Promise<Block<Start, Sum>[]> {
  const blocks: Block<Start, Sum>[] = []
  let rested = performance.now()
  for (let start = from; ; ) {
    const { sum, next } = await readOne(start, to)
    const before = blocks.at(-1)
    if (before && next === null && sum.count < size / 2) {
      blocks[blocks.length - 1] = { from: before.from, sum: add(before.sum, sum) }
    } else blocks.push({ from: start, sum })
    if (next === null) return blocks
    start = next
    if (performance.now() - rested < SLICE_MS) continue
    await setImmediate()
    rested = performance.now()
  }
}
