import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'

/**
 * Responses by method and path below `/api`, such as `GET /admin/me`. Text after the path selects
 * requests whose body contains it. Status 0 never responds, -1 closes the connection, -2 closes it
 * in the middle of the body.
 */
export type Responses = Record<string, { status: number; body: string; headers?: Record<string, string> }>

/**
 * An HTTP server for tests. `/echo/…` returns the request, `/backend/<key>/api/…` the responses
 * stored by `PUT /responses/<key>`, `/hang/…` never responds, `/hold/…` does not read the body.
 */
export const echoServer: Plugin = {
  name: 'echo-server',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const [, kind, key = '', ...path] = (request.originalUrl ?? '').split('/')
      // A page that leaves aborts its request. Without a handler that would end the test runner.
      const fail = (error: Error) => (request.readableAborted ? undefined : next(error))
      if (kind === 'echo') echo(request, response).catch(fail)
      else if (kind === 'responses') storeResponses(request, response, key).catch(fail)
      else if (kind === 'backend') respond(request, response, key, `/${path.slice(1).join('/')}`).catch(fail)
      else if (kind === 'hang') request.resume()
      else if (kind !== 'hold') next()
    })
  },
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, originalUrl: url, headers } = request as IncomingMessage & { originalUrl?: string }
  const body = await readBody(request)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ success: true, method, url, headers, body }))
}

const storedResponses = new Map<string, Responses>()

async function storeResponses(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
  storedResponses.set(key, JSON.parse(await readBody(request)) as Responses)
  response.end()
}

async function respond(request: IncomingMessage, response: ServerResponse, key: string, path: string): Promise<void> {
  const sent = await readBody(request)
  const responses = storedResponses.get(key) ?? {}
  const call = `${request.method} ${path}`
  const matching = Object.entries(responses).find(
    ([key]) => key.startsWith(`${call} `) && sent.includes(key.slice(call.length + 1)),
  )
  const { status, body, headers = {} } = matching?.[1] ?? responses[call] ?? { status: 404, body: '{"success":false}' }
  if (status === 0) return
  if (status === -1) {
    request.socket.destroy()
    return
  }
  if (status === -2) {
    response.writeHead(200, { 'content-length': body.length })
    response.write(body.slice(0, body.length / 2), () => request.socket.destroy())
    return
  }
  response.writeHead(status, headers)
  response.end(body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
