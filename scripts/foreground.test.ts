import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** Exits with 0 after one signal and with 1 after a second, as the server does. */
const PROGRAM = `
  let signals = 0
  process.on('SIGINT', () => {
    signals += 1
    console.log('signal received')
    if (signals > 1) process.exit(1)
    setTimeout(() => process.exit(0), 700)
  })
  setInterval(() => undefined, 1000)
  console.log('up')
`
const FOREGROUND = new URL('foreground.mjs', import.meta.url).href
/** Simulates 400 ms between the signals. On a busy machine the real time could exceed the limit. */
const RUNNER = `
  let signals = 0
  performance.now = () => 400 * signals++
  const { runInForeground } = await import(${JSON.stringify(FOREGROUND)})
  runInForeground([{ command: process.execPath, args: ['-e', ${JSON.stringify(PROGRAM)}] }])
`

test('passes on only one signal for a Ctrl-C that arrives twice', async () => {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(runner.stdout, 'data')
  const ended = once(runner, 'exit')
  runner.kill('SIGINT')
  // The system merges pending signals, so the second is sent after the first has arrived.
  await once(runner.stdout, 'data')
  runner.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})
