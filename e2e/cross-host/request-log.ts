import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** One request as the server receives it. */
export interface LoggedRequest {
  host: string
  /** Method and path, such as "POST /api/admin/login". */
  call: string
  cookie: string
  authorization: string
  /** Set-Cookie headers of the response. */
  setCookie: string[]
  status: number
}

export interface RequestLog {
  /** Returns and clears the logged requests. */
  take(): LoggedRequest[]
  /** Bytes received so far of the body of the newest such request. */
  arrived(call: string): number
  stop(): Promise<void>
}

/** Logs the requests between the TLS proxy and the server. */
export async function openRequestLog(port: number, serverPort: number): Promise<RequestLog> {
  let requests: LoggedRequest[] = []
  const bodies = new Map<string, number>()
  const listener = createServer((asked, given) => {
    const { method, headers, url = '/' } = asked
    const call = `${method} ${url.split('?')[0]}`
    bodies.set(call, 0)
    asked.on('data', (chunk: Buffer) => bodies.set(call, (bodies.get(call) ?? 0) + chunk.length))
    // One connection per request: the server may close a kept one just as it is reused.
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
