import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testFolder } from '../testing/files/test-folder.ts'
import { type ServerProcess, startServer, stopServer } from '../testing/server-process.ts'

const WAIT = { timeout: 120_000, interval: 50 }

/**
 * Keeps the heap full from the first signal to the second. Allocates in steps, because one long step
 * would block the event loop, and the server would refuse calls for that reason.
 */
const FILL_HEAP = `
  import { getHeapStatistics } from 'node:v8'
  const limit = getHeapStatistics().heap_size_limit * 0.85
  let held = []
  let timer
  process.on('SIGUSR2', () => {
    if (timer) {
      clearInterval(timer)
      return void (held = [])
    }
    timer = setInterval(() => {
      if (process.memoryUsage().heapUsed >= limit) return
      for (let n = 0; n < 10; n += 1) held.push(Array(10_000).fill(0.5))
    }, 1)
  })`

let folder: string
let server: ServerProcess | undefined
beforeEach(async () => {
  folder = testFolder()
})
afterEach(async () => {
  if (server) await stopServer(server)
})

test('refuses calls while the heap is almost full, and accepts them afterwards', { timeout: 400_000 }, async () => {
  const program = join(folder, 'load.mjs')
  await writeFile(program, FILL_HEAP)
  const started = await startServer({
    DATA_DIR: join(folder, 'data'),
    OVERLOAD_DELAY_MS: '500',
    NODE_OPTIONS: `--max-old-space-size=128 --max-semi-space-size=2 --import=${program}`,
  })
  server = started
  const statusOf = async (path: string) => (await fetch(started.url + path)).status
  const health = async () => (await fetch(`${started.url}/api/health`)).json()
  const untilHealthy = () => vi.waitFor(async () => expect(await health()).toEqual({ status: 'ok' }), WAIT)
  // The server logs one refusal a minute, so none may come before the load.
  await untilHealthy()
  expect(await statusOf('/api/event')).toBe(200)
  started.child.kill('SIGUSR2')
  await vi.waitFor(async () => expect(await statusOf('/api/event')).toBe(503), WAIT)
  expect(await health()).toMatchObject({ status: 'degraded', reason: 'overloaded' })
  started.child.kill('SIGUSR2')
  // V8 collects the memory of a process with little to do after about 20 seconds.
  await vi.waitFor(async () => expect(await statusOf('/api/event')).toBe(200), WAIT)
  await untilHealthy()
  expect(started.stdout()).toContain('"limit":"heapUsedBytes"')
})
