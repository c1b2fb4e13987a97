import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgresql, openSqlite, type Sql } from '../e2e/support/sql.ts'
import { startPostgresCluster } from '../scripts/postgres-cluster.ts'
import { alternate } from './alternate.ts'
import { callClient } from './call-client.ts'
import { CONTACT_COLUMNS, DONOR_COLUMNS, type DonorRows, donorRows } from './donor-rows.ts'
import type { Figure } from './figure.ts'
import { signIn, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'

const COUNT = sizeOf(200_000, 5000)
/** Donors in one statement, which may have 32,766 parameters on SQLite. */
const BATCH = 1000
/** The type-ahead should answer within this time. */
const AIM_MS = 30
const LIMITS = { warmUps: sizeOf(3, 0), rounds: sizeOf(5, 1), ms: 1000, calls: sizeOf(9, 2) }

/** As a person types them into the type-ahead. */
const SEARCHES = [
  ...['', 'm', 'me', 'meera', 'meera sh', 'meera sharma', 'sharma meera', 'su gu', 'मो', 'मोहन गुप्ता', 'गुप्ता मोहन'],
  ...[
    'vaidyanathas',
    'khan reddy',
    'nobody',
    '987',
    '98765',
    '9876543210',
    '098765 43210',
    '+91 98765',
    '000',
    'meera 987',
  ],
  ...['meera.sharma1', 'example', 'abcp', '1234', '1234f', 'ABCPE1234F', 'meera 1234'],
]

/** Measures the type-ahead of donors on both engines. */
export async function measureDonors(folder: string): Promise<Figure[]> {
  const dataDir = join(folder, 'sqlite')
  const sqlite = await measureOn(dataDir, {}, async () => openSqlite(join(dataDir, 'sevadesk.sqlite')))
  const cluster = await startPostgresCluster()
  const url = `${cluster.url}/postgres`
  const env = { DATABASE_URL: url }
  const postgres = await measureOn(join(folder, 'postgresql'), env, () => openPostgresql(url)).finally(cluster.stop)
  return [...figuresOf('SQLite', sqlite), ...figuresOf('PostgreSQL', postgres)]
}

function figuresOf(engine: string, times: readonly number[]): Figure[] {
  return times.map((ours, at) => ({
    what: `${engine}: "${SEARCHES[at]}"`,
    unit: 'ms',
    ours,
    aim: { of: 'ours', atMost: AIM_MS },
  }))
}

async function measureOn(dataDir: string, env: Record<string, string>, open: () => Promise<Sql>): Promise<number[]> {
  mkdirSync(dataDir, { recursive: true })
  await (await startOurs(dataDir, env)).stop()
  const sql = await open()
  await fill(sql)
  // What the database otherwise does when idle.
  await sql.all(env.DATABASE_URL === undefined ? 'analyze' : 'vacuum analyze')
  await sql.close()
  const server = await startOurs(dataDir, env)
  const client = callClient(server.url, await signIn(server))
  try {
    const times: number[] = []
    for (const text of SEARCHES) {
      const query = text === '' ? 'limit=10' : `search=${encodeURIComponent(text)}&best=true&limit=8`
      const path = `/donors?${query}&page=1`
      times.push(...(await alternate([async () => (await client.time(path)).ms], LIMITS)))
    }
    return times
  } finally {
    client.close()
    await server.stop()
  }
}

async function fill(sql: Sql): Promise<void> {
  await sql.all('begin')
  let batch: DonorRows[] = []
  for (const rows of donorRows(COUNT)) {
    batch.push(rows)
    if (batch.length < BATCH) continue
    const donors = batch.map(({ donor }) => donor)
    await insert(sql, `donors (${DONOR_COLUMNS.join(', ')})`, donors)
    const contacts = batch.flatMap((each) => each.contacts)
    await insert(sql, `donor_contacts (${CONTACT_COLUMNS.join(', ')})`, contacts)
    batch = []
  }
  await sql.all('commit')
}

async function insert(sql: Sql, columns: string, rows: readonly DonorRows['donor'][]): Promise<void> {
  const values = rows.map((row) => `(${row.map(() => '?').join(', ')})`)
  await sql.all(`insert into ${columns} values ${values.join(', ')}`, ...rows.flat())
}
