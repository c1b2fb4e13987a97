import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findCaddy } from '../../scripts/browsers.mjs'
import { freePort } from '../../scripts/free-port.ts'
import { type Program, ROOT, startProgram } from './program.ts'

interface ServerOfMany {
  readonly url: string
  program: Program
  start(): Promise<void>
}

/** Built servers on one database, behind Caddy. */
export interface Servers {
  /** Caddy's address. */
  url: string
  servers: readonly ServerOfMany[]
  close(): Promise<void>
}

/**
 * Starts the first server, which makes the keys and the first account, then the others, and Caddy with
 * the file that the guide names. Each server has its own folder below `folder`.
 */
export async function startServers(
  count: number,
  folder: string,
  settings: Record<string, string>,
  caddyPort?: number,
): Promise<Servers> {
  const port = caddyPort ?? (await freePort())
  const servers: ServerOfMany[] = []
  for (let at = 1; at <= count; at += 1) servers.push(await startOne(join(folder, `server${at}`), at))
  const stopCaddy = await startCaddy(folder, port, servers)
  return {
    url: `http://127.0.0.1:${port}`,
    servers,
    close: async () => {
      await stopCaddy()
      await Promise.all(servers.map(({ program }) => program.kill()))
    },
  }

  async function startOne(dataDir: string, at: number): Promise<ServerOfMany> {
    const ownPort = await freePort()
    const url = `http://127.0.0.1:${ownPort}`
    const own = {
      KEYS_DIR: join(folder, 'keys'),
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'error',
      ...settings,
      PORT: `${ownPort}`,
      DATA_DIR: dataDir,
      PANEL_ORIGINS: [settings.PANEL_ORIGINS, `http://127.0.0.1:${port}`].filter(Boolean).join(),
      DATABASE_URL: `${settings.DATABASE_URL}?application_name=server${at}`,
    }
    const run = () => startProgram('server/dist/main.js', own, `${url}/api/health`)
    const server: ServerOfMany = {
      url,
      program: await run(),
      async start() {
        server.program = await run()
        await untilReady(url)
      },
    }
    await untilReady(url)
    return server
  }
}

/** Waits until the server says that it is ready for calls. */
export async function untilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/api/ready`).catch(() => undefined))?.ok) await wait(50)
}

/** Starts Caddy with `deploy/Caddyfile`, at a free port. Returns what stops it. */
async function startCaddy(folder: string, port: number, servers: readonly ServerOfMany[]) {
  const program = findCaddy()
  if (!program) throw new Error('Caddy is missing here')
  const text = readFileSync(join(ROOT, 'deploy/Caddyfile'), 'utf8')
    .replace('admin.example.org {', `http://127.0.0.1:${port} {`)
    .replace('server1:4000 server2:4000', servers.map(({ url }) => new URL(url).host).join(' '))
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${text}`)
  const env = { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  const exited = once(child, 'exit')
  while (!(await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}`)
    await wait(50)
  }
  return async () => {
    child.kill('SIGKILL')
    await exited
  }
}
