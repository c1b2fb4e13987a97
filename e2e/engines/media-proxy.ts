import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** What a browser asked of a stored file, and what it was given. */
interface MediaRequest {
  path: string
  range: string | undefined
  status: number
  /** The first byte of the answer, counted from the file's start. */
  from: number
}

export interface MediaProxy {
  /** Every request for a stored file so far. */
  requests: readonly MediaRequest[]
  stop(): Promise<void>
}

/** Bytes a second. */
const MEDIA_PACE = 1_000_000
const UPLOAD_PACE = 8_000_000

/**
 * A line before the server that notes what is asked of the stored files. These come through it slowly, so that a player which is to
 * go to a far place must ask for it: on a quick line it would have everything by then. What is sent takes its time too, so that a page
 * has something to tell of it.
 */
export async function openMediaProxy(port: number, serverPort: number): Promise<MediaProxy> {
  const requests: MediaRequest[] = []
  const listener = createServer((asked, given) => {
    const { method, headers, url = '/' } = asked
    // Each on a connection of its own: one kept from before may be closed by the server at the very moment of its next use.
    const toServer = request({ host: '127.0.0.1', port: serverPort, method, headers, path: url, agent: false })
    toServer.on('error', () => given.destroy())
    given.on('close', () => toServer.destroy())
    toServer.on('response', (answer) => {
      const { statusCode: status = 0 } = answer
      const [, from] = /^bytes (\d+)-/.exec(answer.headers['content-range'] ?? '') ?? []
      if (url.startsWith('/media/')) requests.push({ path: url, range: headers.range, status, from: Number(from ?? 0) })
      given.writeHead(status, answer.headers)
      if (url.startsWith('/media/')) void carrySlowly(answer, given, MEDIA_PACE)
      else answer.pipe(given)
    })
    void carrySlowly(asked, toServer, UPLOAD_PACE)
  })
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    requests,
    stop: async () => {
      listener.closeAllConnections()
      listener.close()
      await once(listener, 'close')
    },
  }
}

async function carrySlowly(from: IncomingMessage, to: Writable, pace: number): Promise<void> {
  try {
    for await (const chunk of from) {
      if (to.destroyed) return
      to.write(chunk)
      await wait((chunk.length / pace) * 1000)
    }
    to.end()
  } catch {
    to.destroy()
  }
}
