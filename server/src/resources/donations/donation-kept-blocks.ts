import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { type Block, type BlockReader, readBlocks, renewBlocks } from './donation-blocks.ts'
import { type Mark, readChanges, readMark } from './donation-change-store.ts'

/** All blocks as they were when `mark` was read. */
interface Kept<Start, Sum extends { count: number }> {
  mark: Mark
  blocks: readonly Block<Start, Sum>[]
}

interface KeptRules<Start, Sum extends { count: number }> {
  /** The kind of change that touches these blocks. */
  kind: 'hour' | 'donor'
  reader(snapshot: Db): BlockReader<Start, Sum>
  /** Which blocks changes at these places touch, by their indexes. */
  touchedBy(blocks: readonly Block<Start, Sum>[], places: ReadonlySet<string>): ReadonlySet<number>
}

/**
 * Blocks kept in memory between requests. What they say is never taken on trust: each reader looks, in a snapshot of its own, what has
 * changed since they were read, and reads that anew. Two readers at once do not disturb each other.
 */
export class KeptBlocks<Start, Sum extends { count: number }> {
  readonly #db: Db
  readonly #rules: KeptRules<Start, Sum>
  #latest: Kept<Start, Sum> | undefined
  #building: Promise<Kept<Start, Sum>> | undefined

  constructor(db: Db, rules: KeptRules<Start, Sum>) {
    this.#db = db
    this.#rules = rules
  }

  /** What is known before a snapshot begins. The first call reads all rows, once for all who wait for it. */
  async known(): Promise<Kept<Start, Sum>> {
    return this.#latest ?? this.build()
  }

  /** The blocks as they are in a snapshot that began after `known` was read; `undefined` when nearly all of them have changed. */
  async renewIn(
    snapshot: Db,
    known: Kept<Start, Sum>,
    { evenAll }: { evenAll: boolean },
  ): Promise<readonly Block<Start, Sum>[] | undefined> {
    const { kind, reader, touchedBy } = this.#rules
    const { mark, places } = await readChanges(snapshot, kind, known.mark)
    if (places === 'all' && !evenAll) return undefined
    if (places !== 'all' && places.size === 0) {
      // What was noted of other kinds is not looked through again.
      if (mark !== known.mark) this.#latest = { mark, blocks: known.blocks }
      return known.blocks
    }
    const blocks =
      places === 'all'
        ? await readBlocks<Start, Sum>(null, null, reader(snapshot))
        : await renewBlocks(known.blocks, touchedBy(known.blocks, places), reader(snapshot))
    this.#latest = { mark, blocks }
    return blocks
  }

  /** Reads all rows; one such reading at a time. */
  build(): Promise<Kept<Start, Sum>> {
    this.#building ??= this.#readAll().finally(() => {
      this.#building = undefined
    })
    return this.#building
  }

  async #readAll(): Promise<Kept<Start, Sum>> {
    return readSnapshot(this.#db, async (snapshot) => {
      const mark = await readMark(snapshot)
      const kept = { mark, blocks: await readBlocks<Start, Sum>(null, null, this.#rules.reader(snapshot)) }
      this.#latest = kept
      return kept
    })
  }
}
