import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Database, startOwnServer } from '../support/own-server.ts'
import { createDatabase } from '../support/postgresql.ts'
import type { Program } from '../support/program.ts'
import { openPostgresql, openSqlite, type Sql } from '../support/sql.ts'
import { RAZORPAY_SETTINGS } from './capture-events.ts'

export interface CaptureServer {
  readonly url: string
  /** The running process, or the last one killed. */
  readonly program: Program
  isUp: boolean
  start(): Promise<void>
  /** Suspends the process before the kill. Returns the number of its open write transactions. */
  freeze(): Promise<number>
  kill(): Promise<void>
}

/** Servers that share one database, each with its own data folder. */
export interface CaptureTarget {
  readonly servers: readonly CaptureServer[]
  /** A database connection that outlives each kill. */
  readonly sql: Sql
  /** Statement that begins a transaction with a consistent snapshot. */
  readonly snapshot: string
  close(): Promise<void>
}

/** Starts two servers on PostgreSQL, or one on SQLite, which only one server may use. */
export async function openCaptureTarget(database: Database): Promise<CaptureTarget> {
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
  const own = await startOwnServer(databaseUrl ? 'postgresql' : 'sqlite', {
    DATA_DIR: dataDir,
    // Both servers extend one history.
    KEYS_DIR: join(dataDir, '..', 'keys'),
    DATABASE_URL: databaseUrl && `${databaseUrl}?application_name=${name}`,
    ...RAZORPAY_SETTINGS,
  })
  const server: CaptureServer = {
    url: own.url,
    get program() {
      return own.program
    },
    isUp: true,
    async start() {
      await own.start()
      server.isUp = true
    },
    async freeze() {
      server.isUp = false
      process.kill(own.program.pid, 'SIGSTOP')
      return databaseUrl ? countOpen(sqlOf(), name) : Number(isWriting(join(dataDir, 'sevadesk.sqlite')))
    },
    async kill() {
      server.isUp = false
      await own.program.kill()
    },
  }
  return server
}

/** Counts the open write transactions of the connections with this application name. */
async function countOpen(sql: Sql | undefined, name: string): Promise<number> {
  const open = 'select 1 from pg_stat_activity where application_name = ? and backend_xid is not null'
  return (await sql?.all(open, name))?.length ?? 0
}

/** Whether a write transaction is open; SQLite allows one at a time. */
function isWriting(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('begin immediate; rollback')
    return false
  } catch {
    return true
  } finally {
    database.close()
  }
}
