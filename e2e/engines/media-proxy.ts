import { once } from 'node:events'
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http'
import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** A request for a stored video and its response. */
interface MediaRequest {
  path: string
  range: string | undefined
  status: number
  /** Offset in the file of the first byte of the response. */
  from: number
}

export interface MediaProxy {
  /** Every request for a stored video so far. */
  requests: readonly MediaRequest[]
  stop(): Promise<void>
}

/** Bytes per second. */
const MEDIA_PACE = 1_000_000
const UPLOAD_PACE = 8_000_000

/**
 * A proxy that logs requests for videos and slows the responses for stored files down, so that a
 * player must seek by range requests. Uploads are slowed down too, so that tests can observe their
 * progress.
 */
export async function openMediaProxy(port: number, serverPort: number): Promise<MediaProxy> {
  const requests: MediaRequest[] = []
  const listener = createServer((request, response) => {
    const { method, headers, url = '/' } = request
    // One connection per request: the server may close an idle connection just as it is reused.
    const toServer = sendRequest({ host: '127.0.0.1', port: serverPort, method, headers, path: url, agent: false })
    toServer.on('error', () => response.destroy())
    response.on('close', () => toServer.destroy())
    toServer.on('response', (serverResponse) => {
      const { statusCode: status = 0 } = serverResponse
      const [, from] = /^bytes (\d+)-/.exec(serverResponse.headers['content-range'] ?? '') ?? []
      if (isVideo(url)) requests.push({ path: url, range: headers.range, status, from: Number(from ?? 0) })
      response.writeHead(status, serverResponse.headers)
      if (url.startsWith('/media/')) void carrySlowly(serverResponse, response, MEDIA_PACE)
      else serverResponse.pipe(response)
    })
    void carrySlowly(request, toServer, UPLOAD_PACE)
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

function isVideo(url: string): boolean {
  return /^\/media\/.*\.(mp4|webm)\b/.test(url)
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
