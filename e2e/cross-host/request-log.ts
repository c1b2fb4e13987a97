import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** One request as it came out of TLS. */
export interface LoggedRequest {
  host: string
  /** Such as "POST /api/admin/login". */
  call: string
  cookie: string
  authorization: string
  /** What the answer set or cleared. */
  setCookie: string[]
  status: number
}

export interface RequestLog {
  /** Every request since the last time that this was asked. */
  take(): LoggedRequest[]
  /** Bytes of the body that have come so far of the newest such call, answered or not. */
  arrived(call: string): number
  stop(): Promise<void>
}

/** Stands between the proxy that ends TLS and the server, and notes what came. */
export async function openRequestLog(port: number, serverPort: number): Promise<RequestLog> {
  let requests: LoggedRequest[] = []
  const bodies = new Map<string, number>()
  const listener = createServer((asked, given) => {
    const { method, headers, url = '/' } = asked
    const call = `${method} ${url.split('?')[0]}`
    bodies.set(call, 0)
    asked.on('data', (chunk: Buffer) => bodies.set(call, (bodies.get(call) ?? 0) + chunk.length))
    // Each on a connection of its own: one kept from before may be closed by the server at the very moment of its next use.
    const toServer = request({ host: '127.0.0.1', port: serverPort, method, headers, path: url, agent: false })
    toServer.on('error', () => given.destroy())
    given.on('close', () => toServer.destroy())
    toServer.on('response', (answer) => {
      requests.push({
        host: headers.host ?? '',
        call,
        cookie: headers.cookie ?? '',
        authorization: headers.authorization ?? '',
        setCookie: answer.headers['set-cookie'] ?? [],
        status: answer.statusCode ?? 0,
      })
      given.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.on('error', () => given.destroy())
      answer.pipe(given)
    })
    asked.on('error', () => toServer.destroy())
    asked.pipe(toServer)
  })
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    take: () => {
      const taken = requests
      requests = []
      return taken
    },
    arrived: (call) => bodies.get(call) ?? 0,
    stop: async () => {
      listener.closeAllConnections()
      listener.close()
      await once(listener, 'close')
    },
  }
}
