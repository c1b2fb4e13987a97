import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../support/program.ts'

export interface Command {
  readonly child: ChildProcess
  /** Resolves when the program has ended, also by a kill; `code` is then null. */
  readonly ended: Promise<{ code: number | null; output: string }>
}

/** Starts a program of server/src/commands with these settings alone. */
export function startCommand(name: string, settings: Record<string, string>, args: readonly string[]): Command {
  const child = spawn(
    resolve(ROOT, 'node_modules/node/bin/node'),
    [resolve(ROOT, `server/src/commands/${name}.ts`), ...args],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', NODE_OPTIONS: process.env.NODE_OPTIONS ?? '', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const exited = once(child, 'exit')
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = printed.then(async (parts) => ({ code: (await exited)[0] as number | null, output: parts.join('') }))
  return { child, ended }
}

/** Runs it to its end. Throws with its output unless it exits with `expected`. */
export async function runCommand(
  name: string,
  settings: Record<string, string>,
  args: readonly string[],
  expected = 0,
): Promise<void> {
  const { code, output } = await startCommand(name, settings, args).ended
  if (code !== expected) throw new Error(`${name} ended with ${code}, not ${expected}:\n${output}`)
}
