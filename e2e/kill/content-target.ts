import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { createDatabase } from '../support/postgresql.ts'
import { type Program, startProgram } from '../support/program.ts'
import { openPostgresql, openSqlite, type Sql } from '../support/sql.ts'
import { CREDENTIALS } from '../support/test-server.ts'
import { type ContentClient, contentClient, signIn } from './content-client.ts'

/** A server to kill, with its own database and data folder. */
export interface ContentTarget {
  readonly url: string
  readonly dataDir: string
  /** The environment variables of the server. */
  readonly settings: Record<string, string>
  /** A database connection that outlives each kill. */
  readonly sql: Sql
  readonly client: ContentClient
  /** The running process, or the last one killed. */
  server: Program
  start(): Promise<Program>
  close(): Promise<void>
}

export async function openContentTarget(database: 'sqlite' | 'postgresql'): Promise<ContentTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sevadesk-kill-'))
  const databaseUrl = database === 'postgresql' ? await createDatabase() : ''
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
    LOG_LEVEL: 'error',
  }
  const start = () => startProgram('server/src/main.ts', settings, `${url}/api/health`)
  const server = await start()
  try {
    const client = contentClient(url, await signIn(url))
    const sql = databaseUrl ? await openPostgresql(databaseUrl) : openSqlite(join(dataDir, 'sevadesk.sqlite'))
    const target: ContentTarget = {
      url,
      dataDir,
      settings,
      sql,
      client,
      server,
      start,
      async close() {
        await sql.close()
        await target.server.kill()
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
    return target
  } catch (error) {
    await server.kill()
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}
