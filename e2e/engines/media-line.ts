import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** What a browser asked of a stored file, and what it was given. */
export interface MediaRequest {
  path: string
  range: string | undefined
  status: number
  /** The first byte of the answer, counted from the file's start. */
  from: number
}

export interface MediaLine {
  /** Every request for a stored file so far. */
  requests: readonly MediaRequest[]
  stop(): Promise<void>
}

const MEDIA_BYTES_PER_SECOND = 1_000_000

/**
 * A line before the server that notes what is asked of the stored files. These come through it slowly, so that a player which is to
 * go to a far place must ask for it: on a quick line it would have everything by then.
 */
export async function openMediaLine(port: number, serverPort: number): Promise<MediaLine> {
  const requests: MediaRequest[] = []
  const listener = createServer((asked, given) => {
    const { method, headers, url = '/' } = asked
    const toServer = request({ host: '127.0.0.1', port: serverPort, method, headers, path: url })
    toServer.on('error', () => given.destroy())
    given.on('close', () => toServer.destroy())
    toServer.on('response', (answer) => {
      const { statusCode: status = 0 } = answer
      const [, from] = /^bytes (\d+)-/.exec(answer.headers['content-range'] ?? '') ?? []
      if (url.startsWith('/media/')) requests.push({ path: url, range: headers.range, status, from: Number(from ?? 0) })
      given.writeHead(status, answer.headers)
      if (url.startsWith('/media/')) void carrySlowly(answer, given)
      else answer.pipe(given)
    })
    asked.pipe(toServer)
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

async function carrySlowly(answer: IncomingMessage, given: ServerResponse): Promise<void> {
  try {
    for await (const chunk of answer) {
      if (given.destroyed) return
      given.write(chunk)
      await wait((chunk.length / MEDIA_BYTES_PER_SECOND) * 1000)
    }
    given.end()
  } catch {
    given.destroy()
  }
}
