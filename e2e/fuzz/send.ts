import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'

/** Timeout of one request in ms: the server has stopped responding. */
const TIMEOUT_MS = 60_000

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** Connections to one server. `send` does not normalise the path, unlike `fetch`. */
export function openConnections(url: string) {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)

  /** Rejects if the server closes the connection without an answer, or does not answer in time. */
  function send({ method, path, headers, body }: RawRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: { ...headers, ...(body && { 'content-length': body.length }) },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
          })
        },
      )
      sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  return { send, close: () => agent.destroy() }
}

export type Send = ReturnType<typeof openConnections>['send']
