import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

/**
 * Below the ports that the system gives to outgoing connections: one of those could be taken before
 * its user listens on it. Above the ports that browsers block.
 */
const FIRST_PORT = 20_000
const PORTS_OF_THREAD = 100
const THREADS = 120
let count = randomInt(PORTS_OF_THREAD)

/**
 * A port that is currently unused on this computer. Threads choose from different ports, and none
 * chooses a port twice in a row: otherwise one could get a port that another gave to a program
 * which does not listen yet.
 */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + ((process.pid + threadId) % THREADS) * PORTS_OF_THREAD
  for (;;) {
    const port = first + (count++ % PORTS_OF_THREAD)
    const probe = createServer().listen(port, '127.0.0.1')
    try {
      await once(probe, 'listening')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') continue
      throw error
    }
    probe.close()
    await once(probe, 'close')
    return port
  }
}
