import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** Stops well when it is told once; told twice, it takes it for impatience, as the server does. */
const PROGRAM = `
  let told = 0
  process.on('SIGINT', () => {
    told += 1
    console.log('told')
    if (told > 1) process.exit(1)
    setTimeout(() => process.exit(0), 700)
  })
  setInterval(() => undefined, 1000)
  console.log('up')
`
const FOREGROUND = new URL('foreground.mjs', import.meta.url).href
const RUNNER = `
  const { runInForeground } = await import(${JSON.stringify(FOREGROUND)})
  runInForeground([{ command: process.execPath, args: ['-e', ${JSON.stringify(PROGRAM)}] }])
`

test('one Ctrl-C that arrives twice is passed on once', async () => {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(runner.stdout, 'data')
  const ended = once(runner, 'exit')
  runner.kill('SIGINT')
  // Two signals that are pending at once are one to the system, so the second follows when the first has arrived.
  await once(runner.stdout, 'data')
  runner.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})
