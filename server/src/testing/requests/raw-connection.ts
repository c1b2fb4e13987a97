import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { TestApp } from '../test-app.ts'

/** A raw TCP connection, for requests that no HTTP client would send. */
export function connectTo({ app }: TestApp): Socket {
  return connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' }).setEncoding('utf8')
}

/** Writes to a new connection. `received` returns what the server has sent so far. */
export function openRaw(server: TestApp, ...pieces: (string | Uint8Array)[]) {
  const socket = connectTo(server)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  // Expected in tests where the server closes the connection while the client still sends.
  socket.on('error', () => undefined)
  for (const piece of pieces) socket.write(piece)
  const closed = async () => {
    if (!socket.closed) await once(socket, 'close')
    return received
  }
  return { socket, received: () => received, closed }
}

/** Sends raw text and returns everything received until the server closes the connection. */
export function sendRaw(server: TestApp, text: string): Promise<string> {
  return openRaw(server, text).closed()
}

interface RawForm {
  path: string
  headers: Record<string, string>
  bytes: number
}

/** The head of a request with a form. */
export function formHead({ path, headers, bytes }: RawForm): string {
  const lines = Object.entries({ host: 'x', ...headers, 'content-length': bytes }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
