import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../support/postgresql.ts'
import { freePort, type Program, startProgram } from '../support/program.ts'
import { openPostgresql, openSqlite, type Sql } from '../support/sql.ts'
import { CREDENTIALS } from '../support/stand.ts'
import { WEBHOOK_SECRET } from './capture-events.ts'

export interface CaptureServer {
  readonly url: string
  /** The one that runs, or was killed last. */
  program: Program
  isUp: boolean
  start(): Promise<void>
  kill(): Promise<void>
  /** How many of its connections to the database have something open that is not yet committed; SQLite does not tell. */
  openTransactions(): Promise<number>
}

/** Servers that take captures, each with a data folder of its own, over one database. */
export interface CaptureStand {
  readonly servers: readonly CaptureServer[]
  /** A way into the database beside the servers; it outlives each kill. */
  readonly sql: Sql
  /** Begins a transaction that sees the database as it is at one moment. */
  readonly snapshot: string
  close(): Promise<void>
}

/** Two servers on PostgreSQL, one on SQLite, which is one process's own. */
export async function openCaptureStand(database: 'sqlite' | 'postgresql'): Promise<CaptureStand> {
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-kill-receipts-'))
  const databaseUrl = database === 'postgresql' ? await createDatabase() : ''
  const servers: CaptureServer[] = []
  let sql: Sql | undefined
  const close = async () => {
    await sql?.close()
    for (const server of servers) await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const name of databaseUrl ? ['one', 'two'] : ['one']) {
      servers.push(await startServer(name, join(folder, name), databaseUrl, () => sql))
    }
    sql = databaseUrl ? await openPostgresql(databaseUrl) : openSqlite(join(folder, 'one', 'sevadesk.sqlite'))
    const snapshot = databaseUrl ? 'begin isolation level repeatable read' : 'begin'
    return { servers, sql, snapshot, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startServer(
  name: string,
  dataDir: string,
  databaseUrl: string,
  sqlOf: () => Sql | undefined,
): Promise<CaptureServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl && `${databaseUrl}?application_name=${name}`,
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
    RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    LOG_LEVEL: 'error',
  }
  const start = () => startProgram('server/src/main.ts', settings, `${url}/api/health`)
  const server: CaptureServer = {
    url,
    program: await start(),
    isUp: true,
    async start() {
      server.program = await start()
      server.isUp = true
    },
    async kill() {
      server.isUp = false
      await server.program.kill()
    },
    async openTransactions() {
      if (!databaseUrl) return 0
      const rows = await sqlOf()?.all(
        'select 1 from pg_stat_activity where application_name = ? and backend_xid is not null',
        name,
      )
      return rows?.length ?? 0
    },
  }
  return server
}
