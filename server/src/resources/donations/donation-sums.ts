import type { StatusFilter } from '@sevadesk/contract/donation-status.ts'
import type { Span } from '@sevadesk/contract/period.ts'
import type { Db } from '../../db/schema.ts'
import type { Block } from './donation-blocks.ts'
import { addSums, type DonationSum, NOTHING, subtractSums } from './donation-sum.ts'
import { type Position, type Stretch, sumStretch } from './donation-sum-store.ts'
import { firstIndex } from './donation-touch.ts'

export type SumBlock = Block<Position, DonationSum>

/** Where the rows of a page stand. */
export interface PagePlace {
  total: number
  page: number
  stretch: Stretch
  /** Rows of the status that come before them in the stretch, in the order of the sort. */
  offset: number
  limit: number
}

interface PageWish {
  status: StatusFilter
  span: Span | undefined
  sort: 'latest' | 'oldest'
  /** From 1. */
  page: number
  limit: number
}

/** Remembers what was added up last, since most changes are among the latest donations and leave all sums before them as they are. */
export class RunningSums {
  #blocks: readonly SumBlock[] = []
  #sums: readonly DonationSum[] = [NOTHING]

  /** For each block what all before it come to, and at the end what all come to. */
  of(blocks: readonly SumBlock[]): readonly DonationSum[] {
    if (blocks === this.#blocks) return this.#sums
    let same = 0
    while (same < blocks.length && blocks[same] === this.#blocks[same]) same += 1
    const sums = this.#sums.slice(0, same + 1)
    for (const { sum } of blocks.slice(same)) sums.push(addSums(sums.at(-1) ?? NOTHING, sum))
    this.#blocks = blocks
    this.#sums = sums
    return sums
  }
}

/** What comes before a moment in a block that the moment divides. */
const parts = new WeakMap<SumBlock, Map<string, DonationSum>>()

/** The sums of all donations as they are in a snapshot, and which donation stands at which place, without counting from the first. */
export class DonationSums {
  readonly #snapshot: Db
  readonly #blocks: readonly SumBlock[]
  readonly #sumsBefore: readonly DonationSum[]

  constructor(snapshot: Db, blocks: readonly SumBlock[], running: RunningSums) {
    this.#snapshot = snapshot
    this.#blocks = blocks
    this.#sumsBefore = running.of(blocks)
  }

  all(): DonationSum {
    return this.#sumsBefore.at(-1) ?? NOTHING
  }

  /** Of the donations made within a span; of all without one. */
  async within(span: Span | undefined): Promise<DonationSum> {
    if (!span) return this.all()
    return subtractSums(await this.#before(span.to), await this.#before(span.from))
  }

  /** The page, or the last one when there are not so many. */
  async findPage({ status, span, sort, page, limit }: PageWish): Promise<PagePlace> {
    const low = span ? (await this.#before(span.from)).counts[status] : 0
    const high = (span ? await this.#before(span.to) : this.all()).counts[status]
    const total = high - low
    const existing = Math.min(page, Math.max(1, Math.ceil(total / limit)))
    // Places in the order of time, from `first` up to `last`, not including it.
    const first = sort === 'oldest' ? low + (existing - 1) * limit : Math.max(low, high - existing * limit)
    const last = sort === 'oldest' ? Math.min(high, first + limit) : high - (existing - 1) * limit
    const begin = this.#blockOf(first, status)
    const end = this.#blockOf(last - 1, status)
    const before = this.#sumsBefore
    return {
      total,
      page: existing,
      stretch: { from: this.#blocks[begin]?.from ?? null, to: this.#blocks[end + 1]?.from ?? null },
      offset:
        sort === 'oldest'
          ? first - (before[begin] ?? NOTHING).counts[status]
          : (before[end + 1] ?? NOTHING).counts[status] - last,
      limit: last - first,
    }
  }

  /** The blocks that hold donations of a status within a span, oldest first, cut where the span begins and ends. */
  stretches(status: StatusFilter, span: Span | undefined): Stretch[] {
    const [from, to] = span ? [positionOf(span.from), positionOf(span.to)] : [null, null]
    return this.#blocks.flatMap((block, index) => {
      if (block.sum.counts[status] === 0) return []
      const next = this.#blocks[index + 1]?.from ?? null
      if (from && next && next.createdAt < from.createdAt) return []
      if (to && block.from && block.from.createdAt >= to.createdAt) return []
      return { from: later(block.from, from), to: earlier(next, to) }
    })
  }

  /** Of the donations made before a moment, in milliseconds since 1970. */
  async #before(moment: number): Promise<DonationSum> {
    const { createdAt } = positionOf(moment)
    const index = firstIndex(this.#blocks, ({ from }) => from !== null && from.createdAt >= createdAt) - 1
    const block = this.#blocks[index] as SumBlock
    const known = parts.get(block) ?? new Map<string, DonationSum>()
    parts.set(block, known)
    const part =
      known.get(createdAt) ?? (await sumStretch(this.#snapshot, { from: block.from, to: positionOf(moment) }))
    known.set(createdAt, part)
    return addSums(this.#sumsBefore[index] ?? NOTHING, part)
  }

  /** The block that holds the donation with so many others of its status before it. */
  #blockOf(place: number, status: StatusFilter): number {
    const index = firstIndex(this.#sumsBefore, ({ counts }) => counts[status] > place) - 1
    return Math.min(Math.max(index, 0), this.#blocks.length - 1)
  }
}

function positionOf(moment: number): Position {
  return { createdAt: new Date(moment).toISOString(), id: '' }
}

function later(one: Position | null, other: Position | null): Position | null {
  if (!one || !other) return one ?? other
  return one.createdAt >= other.createdAt ? one : other
}

function earlier(one: Position | null, other: Position | null): Position | null {
  if (!one || !other) return one ?? other
  return one.createdAt < other.createdAt ? one : other
}
