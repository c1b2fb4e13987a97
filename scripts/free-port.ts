import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Below the ports that the system gives to outgoing connections: one of those could be taken before
 * its user listens on it. Above the ports that browsers block.
 */
const FIRST_PORT = 20_000
const PORTS_OF_RANGE = 100
const RANGES = 120

let range: Promise<number> | undefined
let count = randomInt(PORTS_OF_RANGE)

/**
 * A port that is currently unused on this computer. Each process chooses from a range of its own:
 * otherwise another process could choose the port before a program listens on it.
 */
export async function freePort(): Promise<number> {
  range ??= claimRange()
  const first = (await range) + 1
  for (;;) {
    const port = first + (count++ % (PORTS_OF_RANGE - 1))
    const probe = await listenOn(port)
    if (!probe) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}

/** Listens on the first port of a range as long as the process runs, and returns that port. */
async function claimRange(): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + randomInt(RANGES) * PORTS_OF_RANGE
    const server = await listenOn(first)
    if (!server) continue
    server.unref()
    return first
  }
}

/** Returns `undefined` if the port is in use. */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined
    throw error
  }
}
