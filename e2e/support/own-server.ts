import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { bucketSettings } from './bucket.ts'
import { createDatabase } from './postgresql.ts'
import { type Program, startProgram } from './program.ts'
import { startServers } from './servers.ts'
import { openPostgresql, openSqlite, type Sql } from './sql.ts'
import { CREDENTIALS } from './test-server.ts'

export type Database = 'sqlite' | 'postgresql'

/** The built server, with a data folder and a database of its own. */
export interface OwnServer {
  readonly url: string
  readonly dataDir: string
  /** Its environment variables. */
  readonly settings: Record<string, string>
  /** The process of the server; after its end, that process until a new one starts. */
  program: Program
  /** Opens a connection that outlives the process. */
  openSql(): Promise<Sql>
  /** Starts the server again after its process ended. Rejects with its output if it refuses. */
  start(args?: readonly string[]): Promise<void>
  /** Ends the process and removes the data folder. */
  close(): Promise<void>
}

/** Above 1, journeys on PostgreSQL run with as many servers behind Caddy, and media in a bucket. */
const SERVERS = Number(process.env.E2E_SERVERS ?? 1)

async function startMany(folder: string, settings: Record<string, string>, port: number): Promise<Program> {
  const { servers, close } = await startServers(
    SERVERS,
    folder,
    { ...settings, ...bucketSettings(basename(folder)) },
    port,
  )
  return {
    pid: servers[0]?.program.pid ?? 0,
    output: () => servers.map(({ program }) => program.output()).join('\n'),
    stop: close,
    kill: close,
  }
}

export async function startOwnServer(
  database: Database,
  given: Record<string, string> = {},
  port?: number,
): Promise<OwnServer> {
  const ownPort = port ?? (await freePort())
  const url = `http://127.0.0.1:${ownPort}`
  const settings: Record<string, string> = {
    PORT: `${ownPort}`,
    DATA_DIR: given.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'sevadesk-own-')),
    DATABASE_URL: database === 'postgresql' && !given.DATABASE_URL ? await createDatabase() : '',
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
    LOG_LEVEL: 'error',
    ...given,
  }
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = '' } = settings
  const run = (args: readonly string[] = []) =>
    SERVERS > 1 && databaseUrl
      ? startMany(dataDir, settings, ownPort)
      : startProgram('server/dist/main.js', settings, `${url}/api/health`, args)
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  const server: OwnServer = {
    ...{ url, dataDir, settings },
    program: await run().catch((error: unknown) => {
      removeData()
      throw error
    }),
    openSql: async () => (databaseUrl ? openPostgresql(databaseUrl) : openSqlite(join(dataDir, 'sevadesk.sqlite'))),
    async start(args) {
      server.program = await run(args)
    },
    async close() {
      await server.program.kill()
      removeData()
    },
  }
  return server
}
