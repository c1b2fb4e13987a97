import type { Socket } from 'node:net'
import type { Failure } from '@sevadesk/contract/base/envelope-schemas.ts'
import { FALLBACK_HEADERS } from './security-headers.ts'

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

/**
 * Responds to malformed HTTP or a timeout and closes the connection. The message is in English,
 * because the request headers are not available.
 */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(toResponse(error.code))
  socket.destroySoon()
}

export function sendTimeout(socket: Socket): void {
  sendClientError(Object.assign(new Error('The request timed out.'), { code: TIMEOUT }), socket)
}

function toResponse(code: string | undefined): string {
  const [status, failure] = toFailure(code)
  const body = JSON.stringify({ success: false, ...failure } satisfies Failure)
  const headers = {
    ...FALLBACK_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}

function toFailure(code: string | undefined): [status: string, failure: Omit<Failure, 'success'>] {
  switch (code) {
    case TIMEOUT:
      return [
        '408 Request Timeout',
        { code: 'timeout', message: 'The call took too long to arrive. Please try again.' },
      ]
    case 'HPE_HEADER_OVERFLOW':
      return [
        '431 Request Header Fields Too Large',
        { code: 'headers_too_large', message: 'The headers of this call are larger than the server accepts.' },
      ]
    default:
      return ['400 Bad Request', { code: 'bad_request', message: 'The server could not understand this request.' }]
  }
}
