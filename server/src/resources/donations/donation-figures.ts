import type { Clock } from '@sevadesk/contract/donation-figures.ts'
import type { DonationSummary } from '@sevadesk/contract/donation-schemas.ts'
import { periodSpan } from '@sevadesk/contract/period.ts'
import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { dropForeignNotes } from './donation-change-store.ts'
import { foldDonations } from './donation-fold.ts'
import { KeptBlocks } from './donation-kept-blocks.ts'
import { addSums, type DonationSum } from './donation-sum.ts'
import { findPosition, type Position, sumStretch } from './donation-sum-store.ts'
import { DonationSums, RunningSums } from './donation-sums.ts'
import { touchedByDonors, touchedByHours } from './donation-touch.ts'
import { areDonorsKnown, listDonorKeys } from './donor-key-store.ts'

/** Small, so that reading one anew after a change is nothing; not so small that there are many of them. */
const ROWS_PER_BLOCK = 128
const DONORS_PER_BLOCK = 128

const TRIES = 3

/**
 * The sums of the donations, at once however many there are: kept per block of neighbouring rows, always computed from the rows, and read
 * anew where `donation_changes` says that rows have changed, by whomever. See decision 19.
 */
export class DonationFigures {
  readonly #db: Db
  readonly #running = new RunningSums()
  readonly #sums: KeptBlocks<Position, DonationSum>
  readonly #donors: KeptBlocks<string, { count: number }>

  constructor(db: Db, { rowsPerBlock = ROWS_PER_BLOCK, donorsPerBlock = DONORS_PER_BLOCK } = {}) {
    this.#db = db
    this.#sums = new KeptBlocks(db, {
      kind: 'hour',
      touchedBy: touchedByHours,
      reader: (snapshot) => ({ ...sumReader(snapshot, rowsPerBlock), size: rowsPerBlock }),
    })
    this.#donors = new KeptBlocks(db, {
      kind: 'donor',
      touchedBy: touchedByDonors,
      reader: (snapshot) => ({ ...donorReader(snapshot, donorsPerBlock), size: donorsPerBlock }),
    })
  }

  /** Reads all rows once, so that no call has to wait for that. */
  async warmUp(): Promise<void> {
    await dropForeignNotes(this.#db)
    await this.#sums.known()
    await foldDonations(this.#db)
    await this.#donors.known()
  }

  /** Runs `read` on a snapshot of the database with the sums of that very moment. */
  async withSums<Result>(read: (snapshot: Db, sums: DonationSums) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const known = await this.#sums.known()
      const result = await readSnapshot(this.#db, async (snapshot) => {
        const blocks = await this.#sums.renewIn(snapshot, known, { evenAll: attempt >= TRIES })
        return blocks && { value: await read(snapshot, new DonationSums(snapshot, blocks, this.#running)) }
      })
      if (result) return result.value
      await this.#sums.build()
    }
  }

  /** The four figures of the donations screen (specification, section 9; reading D5). */
  async summarize({ now, timeZone }: Clock): Promise<DonationSummary> {
    for (let attempt = 1; ; attempt += 1) {
      await foldDonations(this.#db)
      const knownDonors = await this.#donors.known()
      const summary = await this.withSums(async (snapshot, sums) => {
        const isLast = attempt >= TRIES
        if (!isLast && !(await areDonorsKnown(snapshot))) return 'to fold'
        const donors = await this.#donors.renewIn(snapshot, knownDonors, { evenAll: isLast })
        if (!donors) return 'to build'
        const { count, amount, inOtherCurrency } = sums.all()
        const month = await sums.within(periodSpan('month', now, timeZone))
        return {
          totalAmount: amount,
          monthAmount: month.amount,
          count,
          uniqueDonors: donors.reduce((total, { sum }) => total + sum.count, 0),
          hasOtherCurrency: inOtherCurrency > 0,
        }
      })
      if (summary === 'to build') await this.#donors.build()
      else if (summary !== 'to fold') return summary
    }
  }
}

function sumReader(snapshot: Db, rowsPerBlock: number) {
  return {
    add: addSums,
    readOne: async (from: Position | null, to: Position | null) => {
      const next = await findPosition(snapshot, { from, to }, rowsPerBlock)
      return { sum: await sumStretch(snapshot, { from, to: next ?? to }), next }
    },
  }
}

function donorReader(snapshot: Db, size: number) {
  return {
    add: (one: { count: number }, other: { count: number }) => ({ count: one.count + other.count }),
    readOne: async (from: string | null, to: string | null) => {
      const keys = await listDonorKeys(snapshot, { from, to, limit: size + 1 })
      return { sum: { count: Math.min(keys.length, size) }, next: keys[size] ?? null }
    },
  }
}
