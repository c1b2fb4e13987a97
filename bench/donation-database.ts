import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DONATION_COLUMNS, type DonationRow, donationRows } from './donation-rows.ts'

/** A database of ours, gone to beside the server. */
export interface DonationDatabase {
  add(rows: Iterable<DonationRow>): Promise<void>
  /** Whether the server has yet to make some searchable. */
  areSomeUnfolded(): Promise<boolean>
  /** What the engine would do by itself in a quiet hour. */
  tidy(): Promise<void>
  close(): Promise<void>
}

const SEED = 20261121
const BATCH = 50_000
const POSTGRES_BATCH = 10_000
const FOLD_LIMIT_MS = 20 * 60_000
const ADD = `insert into donations (${DONATION_COLUMNS.join(', ')})`
const UNFOLDED = 'select 1 from donations where search_donor is null limit 1'

/** Of a data folder, whose server has made its tables already. */
export function openSqliteDonations(dataDir: string): DonationDatabase {
  const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'), { timeout: 60_000 })
  database.exec('pragma synchronous = off; pragma cache_size = -400000')
  const add = database.prepare(`${ADD} values (${DONATION_COLUMNS.map(() => '?').join(', ')})`)
  return {
    async add(rows) {
      for (const batch of batchesOf(rows, BATCH)) {
        database.exec('begin immediate')
        for (const row of batch) add.run(...row)
        database.exec('commit')
      }
    },
    areSomeUnfolded: async () => database.prepare(UNFOLDED).get() !== undefined,
    tidy: async () => database.exec('pragma wal_checkpoint(truncate)'),
    close: async () => database.close(),
  }
}

export async function openPostgresDonations(url: string): Promise<DonationDatabase> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const arrays = DONATION_COLUMNS.map((name, at) => `$${at + 1}::${name === 'amount' ? 'bigint' : 'text'}[]`)
  return {
    async add(rows) {
      for (const batch of batchesOf(rows, POSTGRES_BATCH)) {
        const columns = DONATION_COLUMNS.map((_name, at) => batch.map((row) => row[at]))
        await client.query(`${ADD} select * from unnest(${arrays.join(', ')})`, columns)
      }
    },
    areSomeUnfolded: async () => (await client.query(UNFOLDED)).rows.length > 0,
    tidy: async () => {
      await client.query('vacuum analyze donations')
    },
    close: () => client.end(),
  }
}

/** The same donations for the same count and moment. */
export function manyDonations(count: number, now: number): Iterable<DonationRow> {
  return donationRows(count, SEED, now)
}

/** `count` further donations of this moment, none of which is among `manyDonations`. */
export function lateDonations(count: number, seed: number): Iterable<DonationRow> {
  return donationRows(count, SEED + seed, Date.now())
}

/** Waits until the running server has made all donations searchable. */
export async function untilFolded(database: DonationDatabase): Promise<void> {
  const deadline = performance.now() + FOLD_LIMIT_MS
  while (await database.areSomeUnfolded()) {
    if (performance.now() > deadline) throw new Error('The donations are still not all searchable.')
    await wait(200)
  }
}

function* batchesOf(rows: Iterable<DonationRow>, size: number): Generator<DonationRow[]> {
  let batch: DonationRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
