import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between browser and server that can stall and disconnect. */
export interface SlowProxy {
  /** Stalls each connection after it has sent so many bytes to the server. */
  stallRequestsAfter(bytes: number): void
  /** Stalls all responses after so many bytes in total over all connections. */
  stallResponsesAfter(bytes: number): void
  /** Resets every open and every new connection, like a lost mobile network. */
  disconnect(): void
  /** Forwards everything again, including stalled bytes. */
  resume(): void
  stop(): Promise<void>
}

export async function openSlowProxy(port: number, serverPort: number): Promise<SlowProxy> {
  let limit = Number.POSITIVE_INFINITY
  let responseBytesLeft = Number.POSITIVE_INFINITY
  let isDown = false
  const pairs = new Set<{ browser: Socket; server: Socket; resume: () => void }>()
  const listener = createServer((browser) => {
    if (isDown) {
      browser.on('error', () => undefined)
      browser.resetAndDestroy()
      return
    }
    const server = connect(serverPort, '127.0.0.1')
    let forwarded = 0
    const resume = () => {
      browser.resume()
      server.resume()
    }
    const pair = { browser, server, resume }
    server.on('drain', () => forwarded < limit && browser.resume())
    pairs.add(pair)
    browser.on('data', (chunk) => {
      forwarded += chunk.length
      const isAccepted = server.write(chunk)
      if (forwarded >= limit || !isAccepted) browser.pause()
    })
    server.on('data', (chunk: Buffer) => {
      const allowed = chunk.subarray(0, responseBytesLeft)
      responseBytesLeft -= allowed.length
      browser.write(allowed)
      if (allowed.length === chunk.length) return
      server.pause()
      server.unshift(chunk.subarray(allowed.length))
    })
    for (const [one, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      one.on('end', () => other.end())
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
  })
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const disconnect = () => {
    isDown = true
    for (const { browser, server } of pairs) {
      browser.resetAndDestroy()
      server.resetAndDestroy()
    }
  }
  return {
    stallRequestsAfter: (bytes) => {
      limit = bytes
    },
    stallResponsesAfter: (bytes) => {
      responseBytesLeft = bytes
    },
    resume: () => {
      isDown = false
      responseBytesLeft = Number.POSITIVE_INFINITY
      limit = Number.POSITIVE_INFINITY
      for (const { resume } of pairs) resume()
    },
    disconnect,
    stop: async () => {
      disconnect()
      listener.close()
      await once(listener, 'close')
    },
  }
}
