import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { SERVER_FLAGS } from '../../scripts/server-program.mjs'

export const ROOT = resolve(import.meta.dirname, '../..')

/** The Node.js that runs the product; the tests may run on a different version. */
const NODE = resolve(ROOT, 'node_modules/node/bin/node')

/** Long enough for a busy machine. */
const START_LIMIT_MS = 60_000

export interface Program {
  pid: number
  /** Returns stdout and stderr so far. */
  output(): string
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

/**
 * Runs a file of this repository with the server's Node.js flags, `env`, PATH and `args`. Waits
 * until `readyUrl` responds.
 */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  readyUrl: string,
  args: readonly string[] = [],
): Promise<Program> {
  const child = spawn(NODE, [...SERVER_FLAGS, resolve(ROOT, file), ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      // The clock of `npm test`.
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
      // A busy machine is no overload.
      OVERLOAD_DELAY_MS: '3600000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  try {
    await untilAnswering(readyUrl, child)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${file} did not start: ${error}\n${output}`)
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    const response = await fetch(url).catch(() => undefined)
    if (response) return
    await new Promise((wake) => setTimeout(wake, 50))
  }
  throw new Error(`${url} stayed silent`)
}
