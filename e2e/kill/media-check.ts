import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../support/program.ts'

/** Runs the command `media:check`. Throws with its output unless it exits with 0. */
export async function mediaCheck(settings: Record<string, string>, ...args: string[]): Promise<void> {
  const child = spawn(
    resolve(ROOT, 'node_modules/node/bin/node'),
    [resolve(ROOT, 'server/src/commands/media-check.ts'), ...args],
    { cwd: ROOT, env: { PATH: process.env.PATH ?? '', ...settings }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  const [code] = await ended
  if (code !== 0) throw new Error(`media:check ended with ${code}:\n${output}`)
}
