import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Sends JSON, or bytes as they are. */
export function send(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  const isBytes = Buffer.isBuffer(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(isBytes ? body : JSON.stringify(body))
}

/** Allows the panel's origin to call with cookies (CORS). */
export function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin)
  response.setHeader('Access-Control-Allow-Credentials', 'true')
  response.setHeader('Access-Control-Allow-Methods', 'GET,POST,PUT,DELETE')
  response.setHeader('Access-Control-Allow-Headers', 'content-type,authorization')
  response.setHeader('Vary', 'Origin')
}

export function tokenOf(request: IncomingMessage): string {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? /(?:^|;\s*)adminToken=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
}
