import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/free-port.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

export interface ServerProcess {
  child: ChildProcess
  url: string
  stdout(): string
  stderr(): string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** Starts the built server with only these settings and cheap hashes. Waits until it is ready or exits. */
export async function startServer(env: Record<string, string>, args: readonly string[] = []): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      // The clock of `npm test`.
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
      // A busy machine is no overload.
      OVERLOAD_DELAY_MS: '3600000',
      ARGON2_MEMORY_KIB: '1024',
      ARGON2_ITERATIONS: '1',
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const ended = once(child, 'close').then(([code]) => code as number | null)
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      if (stdout.includes(' is ready at ')) resolve()
    })
  })
  await Promise.race([ready, ended])
  return { child, url: `http://127.0.0.1:${port}`, stdout: () => stdout, stderr: () => stderr, ended }
}

/** Sends the signal and returns the exit code. */
export async function stopServer(server: ServerProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  server.child.kill(signal)
  return server.ended
}

/** Makes a call with a JSON body, or a GET without one. */
export async function callServer<Json = Record<string, unknown>>(
  { url }: ServerProcess,
  path: string,
  { token, body, method = body ? 'POST' : 'GET' }: { token?: string; body?: object; method?: string } = {},
) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status, headers } = response
  return { status, headers, json: (await response.json()) as Json }
}

export async function signInTo(server: ServerProcess, username: string, password: string) {
  const { status, json } = await callServer(server, '/api/admin/login', { body: { username, password } })
  return { status, token: String(json.token) }
}
