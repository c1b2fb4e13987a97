import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { TestApp } from '../test-app.ts'

/** A raw TCP connection, for requests that no HTTP client would send. */
export function connectTo({ app }: TestApp): Socket {
  return connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' }).setEncoding('utf8')
}

/** Sends raw text and returns everything received until the server closes the connection. */
export async function sendRaw(server: TestApp, text: string): Promise<string> {
  const socket = connectTo(server)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  // Expected in tests where the server closes the connection while the client still sends.
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return received
}
