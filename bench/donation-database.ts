import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { PURPOSES } from './donation-names.ts'
import { DONATION_COLUMNS, type DonationRow, donationRows, purposeId } from './donation-rows.ts'

/** Direct access to the server's database. */
export interface DonationDatabase {
  add(rows: Iterable<DonationRow>): Promise<void>
  /** Runs the maintenance that the database otherwise does when idle. */
  tidy(): Promise<void>
  close(): Promise<void>
}

const SEED = 20261121
const BATCH = 50_000
const POSTGRES_BATCH = 10_000
const ADD = `insert into donations (${DONATION_COLUMNS.join(', ')})`

const ADD_PURPOSES = `insert into purposes (id, name_en, name_hi, position, donation_type, created_at) values ${PURPOSES.map(
  (name, at) => `('${purposeId(name)}', '${name}', '${name}', ${at + 1}, 'general', '2020-01-01T00:00:00.000Z')`,
).join(', ')} on conflict do nothing`

/** Opens the database of a data folder. The server must have created the tables. */
export function openSqliteDonations(dataDir: string): DonationDatabase {
  const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'), { timeout: 60_000 })
  database.exec('pragma synchronous = off; pragma cache_size = -400000')
  database.exec(ADD_PURPOSES)
  const add = database.prepare(`${ADD} values (${DONATION_COLUMNS.map(() => '?').join(', ')})`)
  return {
    async add(rows) {
      for (const batch of batchesOf(rows, BATCH)) {
        database.exec('begin immediate')
        for (const row of batch) add.run(...row)
        database.exec('commit')
      }
    },
    tidy: async () => database.exec('pragma wal_checkpoint(truncate)'),
    close: async () => database.close(),
  }
}

export async function openPostgresDonations(url: string): Promise<DonationDatabase> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(ADD_PURPOSES)
  const arrays = DONATION_COLUMNS.map((name, at) => `$${at + 1}::${name === 'amount' ? 'bigint' : 'text'}[]`)
  return {
    async add(rows) {
      for (const batch of batchesOf(rows, POSTGRES_BATCH)) {
        const columns = DONATION_COLUMNS.map((_name, at) => batch.map((row) => row[at]))
        await client.query(`${ADD} select * from unnest(${arrays.join(', ')})`, columns)
      }
    },
    tidy: async () => {
      await client.query('vacuum analyze donations')
    },
    close: () => client.end(),
  }
}

/** Returns the same donations for the same `count` and `now`. */
export function manyDonations(count: number, now: number): Iterable<DonationRow> {
  return donationRows(count, SEED, now)
}

/** Returns `count` donations up to now that are not in `manyDonations`. */
export function lateDonations(count: number, seed: number): Iterable<DonationRow> {
  return donationRows(count, SEED + seed, Date.now())
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
