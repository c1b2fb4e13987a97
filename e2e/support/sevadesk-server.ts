import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { moneyOf, phoneOf } from './donation-figures.ts'
import { type Database, type OwnServer, startOwnServer } from './own-server.ts'
import { resetData, seedAdmin, seedData } from './seed.ts'
import { seedManyDonations } from './seed-donations.ts'
import { seedMessages } from './seed-messages.ts'
import type { Sql } from './sql.ts'
import { CREDENTIALS, isServed, listOf, type TestServer } from './test-server.ts'

/** Our own server with panel and API on one port, and access to its database and data folder. */
export interface SevadeskServer extends TestServer {
  readonly sql: Sql
  readonly dataDir: string
  /** Process ID of the server. */
  readonly pid: number
}

/** A running server and its data, which `reset` may replace as a whole. */
interface Run {
  server: OwnServer
  sql: Sql
}

export async function startSevadesk(
  database: Database,
  settings: Record<string, string> = {},
): Promise<SevadeskServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let run = await startRun(database, port, settings)
  const stop = async () => {
    await run.sql.close()
    await run.server.program.stop()
    await run.server.close()
  }
  return {
    panelUrl: url,
    apiUrl: url,
    ...CREDENTIALS,
    get sql() {
      return run.sql
    },
    get dataDir() {
      return run.server.dataDir
    },
    get pid() {
      return run.server.program.pid
    },
    traits: {
      namesFields: true,
      passwordUpdated: 'Password updated successfully',
      hasDonors: true,
      extraEntries: { editor: ['Trash'], superadmin: ['Settings'] },
      hasCashBook: true,
    },
    reset: async () => {
      const [kept] = await run.sql.all(
        `select (select count(*) from receipts) + (select count(*) from trust_settings where version > 1)
          + (select count(*) from offline_gifts) + (select count(*) from cash_book_closings) as count`,
      )
      if (Number(kept?.count) === 0) return resetData(run.sql)
      // Receipts, cash books, the rows that they reference and settings cannot be deleted: start with a new database.
      await stop()
      run = await startRun(database, port, settings)
    },
    addAdmin: (username, sections) => seedAdmin(run.sql, username, sections, CREDENTIALS.username),
    figures: () => figuresOf(run.sql),
    donations: () => listOf({ apiUrl: url }, '/donate'),
    messages: () => listOf({ apiUrl: url }, '/message/getMessage'),
    manyDonations: () => seedManyDonations(run.sql),
    someMessages: () => seedMessages(run.sql),
    photoPaths: (section) => pathsOf(run.sql, 'select path from photos where section_name = ?', section),
    videoPaths: () => pathsOf(run.sql, 'select path from home_videos'),
    eventPaths: () => pathsOf(run.sql, 'select image_path as path from events where image_path is not null'),
    hasFile: async (path) =>
      process.env.E2E_SERVERS ? isServed({ apiUrl: url }, path) : existsSync(join(run.server.dataDir, path)),
    stop,
  }
}

async function startRun(database: Database, port: number, settings: Record<string, string>): Promise<Run> {
  const server = await startOwnServer(
    database,
    { ADMIN_EMAIL: 'savita@seva.example', LOG_LEVEL: 'warn', ...settings },
    port,
  )
  const sql = await server.openSql()
  await seedData(sql)
  return { server, sql }
}

async function pathsOf(sql: Sql, statement: string, ...values: string[]): Promise<string[]> {
  return (await sql.all(statement, ...values)).map(({ path }) => String(path))
}

async function figuresOf(sql: Sql) {
  const counted = "from donations where deleted_at is null and lower(status) in ('authorized', 'captured')"
  const [sum] = await sql.all(`select sum(amount) as total ${counted}`)
  const [events] = await sql.all('select count(*) as number from events')
  const [admins] = await sql.all("select count(*) as number from admins where role = 'admin'")
  const recent = await sql.all(
    `select amount, currency, donor_name, donor_email, donor_phone ${counted} order by created_at desc, id desc limit 5`,
  )
  const text = (value: unknown) => (value === null ? null : String(value))
  return {
    total: Number(sum?.total),
    events: Number(events?.number),
    admins: Number(admins?.number),
    recent: recent.map((row) => ({
      money: moneyOf({ amount: Number(row.amount), currency: row.currency }),
      name: text(row.donor_name),
      email: text(row.donor_email),
      phone: text(row.donor_phone) && phoneOf(row.donor_phone),
    })),
  }
}
