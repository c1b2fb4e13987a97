import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line between browser and server that the test can stop and cut. */
export interface SlowLine {
  /** From now on each connection carries that many bytes towards the server and then stands still. */
  holdAfter(bytes: number): void
  /** From now on the answers of all connections together are that many bytes; the rest stands still. */
  holdAnswersAfter(bytes: number): void
  /** Breaks every connection and refuses new ones, as a lost mobile network does. */
  cut(): void
  /** Lets everything through again, also what stands still. */
  release(): void
  stop(): Promise<void>
}

export async function openSlowLine(port: number, serverPort: number): Promise<SlowLine> {
  let limit = Number.POSITIVE_INFINITY
  let answersLeft = Number.POSITIVE_INFINITY
  let isDown = false
  const pairs = new Set<{ browser: Socket; server: Socket; resume: () => void }>()
  const listener = createServer((browser) => {
    if (isDown) {
      browser.on('error', () => undefined)
      browser.resetAndDestroy()
      return
    }
    const server = connect(serverPort, '127.0.0.1')
    let carried = 0
    const resume = () => {
      browser.resume()
      server.resume()
    }
    const pair = { browser, server, resume }
    server.on('drain', () => carried < limit && browser.resume())
    pairs.add(pair)
    browser.on('data', (chunk) => {
      carried += chunk.length
      const isTaken = server.write(chunk)
      if (carried >= limit || !isTaken) browser.pause()
    })
    server.on('data', (chunk: Buffer) => {
      const taken = chunk.subarray(0, answersLeft)
      answersLeft -= taken.length
      browser.write(taken)
      if (taken.length === chunk.length) return
      server.pause()
      server.unshift(chunk.subarray(taken.length))
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
  const cut = () => {
    isDown = true
    for (const { browser, server } of pairs) {
      browser.resetAndDestroy()
      server.resetAndDestroy()
    }
  }
  return {
    holdAfter: (bytes) => {
      limit = bytes
    },
    holdAnswersAfter: (bytes) => {
      answersLeft = bytes
    },
    release: () => {
      isDown = false
      answersLeft = Number.POSITIVE_INFINITY
      limit = Number.POSITIVE_INFINITY
      for (const { resume } of pairs) resume()
    },
    cut,
    stop: async () => {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}
