import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'

/** A request to the server and its response. */
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
  /** Bytes received so far of the body of the newest request with this method and path. */
  arrived(call: string): number
  stop(): Promise<void>
}

/** Starts a proxy that forwards requests to the server and logs them with their responses. */
export async function openRequestLog(port: number, serverPort: number): Promise<RequestLog> {
  let requests: LoggedRequest[] = []
  const bodies = new Map<string, number>()
  const listener = createServer((request, response) => {
    const { method, headers, url = '/' } = request
    const call = `${method} ${url.split('?')[0]}`
    bodies.set(call, 0)
    request.on('data', (chunk: Buffer) => bodies.set(call, (bodies.get(call) ?? 0) + chunk.length))
    // One connection per request: the server may close an idle connection just as it is reused.
    const toServer = sendRequest({ host: '127.0.0.1', port: serverPort, method, headers, path: url, agent: false })
    toServer.on('error', () => response.destroy())
    response.on('close', () => toServer.destroy())
    toServer.on('response', (serverResponse) => {
      requests.push({
        host: headers.host ?? '',
        call,
        cookie: headers.cookie ?? '',
        authorization: headers.authorization ?? '',
        setCookie: serverResponse.headers['set-cookie'] ?? [],
        status: serverResponse.statusCode ?? 0,
      })
      response.writeHead(serverResponse.statusCode ?? 0, serverResponse.headers)
      serverResponse.on('error', () => response.destroy())
      serverResponse.pipe(response)
    })
    request.on('error', () => toServer.destroy())
    request.pipe(toServer)
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
