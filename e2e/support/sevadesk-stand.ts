import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moneyOf, phoneOf } from './donation-figures.ts'
import { createDatabase } from './postgresql.ts'
import { freePort, startProgram } from './program.ts'
import { seedAdmin, seedDashboard } from './seed.ts'
import { seedManyDonations } from './seed-donations.ts'
import { seedMessages } from './seed-messages.ts'
import { openPostgresql, openSqlite, type Sql } from './sql.ts'
import { CREDENTIALS, listOf, type Stand } from './stand.ts'

/** Our own server with panel and API on one port, and a way into its database and folder beside it. */
export interface SevadeskStand extends Stand {
  sql: Sql
  dataDir: string
  /** Of the server's process. */
  pid: number
}

export async function startSevadesk(
  database: 'sqlite' | 'postgresql',
  settings: Record<string, string> = {},
): Promise<SevadeskStand> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sevadesk-e2e-data-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const databaseUrl = database === 'postgresql' ? await createDatabase() : undefined
  const program = await startProgram(
    'server/src/main.ts',
    {
      PORT: `${port}`,
      DATA_DIR: dataDir,
      ADMIN_USERNAME: CREDENTIALS.username,
      ADMIN_EMAIL: 'savita@seva.example',
      ADMIN_PASSWORD: CREDENTIALS.password,
      LOG_LEVEL: 'warn',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...settings,
    },
    `${url}/api/health`,
  ).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  const sql = databaseUrl ? await openPostgresql(databaseUrl) : openSqlite(join(dataDir, 'sevadesk.sqlite'))
  await seedDashboard(sql)
  await seedAdmin(sql, 'ramesh', ['Gallery'], CREDENTIALS.username)
  await seedAdmin(sql, 'farida', ['All'], CREDENTIALS.username)
  return {
    panelUrl: url,
    apiUrl: url,
    ...CREDENTIALS,
    sql,
    dataDir,
    pid: program.pid,
    traits: {
      namesFields: true,
      marksOwnSession: true,
      phone: 'Chrome on Android',
      passwordUpdated: 'Password updated successfully',
    },
    addAdmin: (username, sections) => seedAdmin(sql, username, sections, CREDENTIALS.username),
    figures: () => figuresOf(sql),
    donations: () => listOf({ apiUrl: url }, '/donate'),
    messages: () => listOf({ apiUrl: url }, '/message/getMessage'),
    manyDonations: () => seedManyDonations(sql),
    clocks: (moment) => [moment],
    someMessages: () => seedMessages(sql),
    photoPaths: async (section) => {
      const rows = await sql.all('select path from photos where section_name = ?', section)
      return rows.map(({ path }) => String(path))
    },
    videoPaths: async () => {
      const rows = await sql.all('select path from home_videos')
      return rows.map(({ path }) => String(path))
    },
    eventPaths: async () => {
      const rows = await sql.all('select image_path from events where image_path is not null')
      return rows.map(({ image_path: path }) => String(path))
    },
    hasFile: async (path) => existsSync(join(dataDir, path)),
    stop: async () => {
      await sql.close()
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
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
