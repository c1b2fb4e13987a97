import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import { node26, root } from '../scripts/install.mjs'
import { serverArguments, serverEnvironment } from '../scripts/server-program.mjs'

export interface Running {
  url: string
  pid: number
  /** Ms from starting the process to its first successful response. */
  readyAfter: number
  stop(): Promise<void>
}

export const ADMIN = { username: 'bench', password: 'Bench#2026' }

/** Starts our server as `npm start` does, or another program with its settings. */
export function startOurs(
  dataDir: string,
  env: Record<string, string> = {},
  args: string[] = [],
  program?: string,
): Promise<Running> {
  const settings = {
    ...serverEnvironment(),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
    // All clients share one address.
    PUBLIC_REQUESTS_PER_MINUTE: '100000000',
    ...env,
  }
  return start([...serverArguments(program), ...args], dataDir, settings)
}

/** Starts a floor: a minimal program that our server is compared with. */
export function startFloor(dataDir: string, program = 'bench/floor-server.ts'): Promise<Running> {
  return start([program], dataDir, {})
}

/** Signs in as ADMIN and returns the token. */
export async function signIn({ url }: Running): Promise<string> {
  const response = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { token }: { token: string } = JSON.parse(await response.text())
  return token
}

async function start(args: string[], dataDir: string, settings: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, ...settings }
  const begun = performance.now()
  const child = spawn(node26, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await untilHealthy(`${url}/api/health`, child)
  const readyAfter = performance.now() - begun
  return { url, pid: child.pid ?? 0, readyAfter, stop: () => stop(child) }
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isWell = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isWell) return
    await wait(5)
  }
  throw new Error(`The server ended with code ${child.exitCode} before it responded.`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
