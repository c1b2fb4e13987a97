import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { TestApp } from './test-app.ts'

/** A connection to a server that listens, for what no client would send. */
export function connectTo({ app }: TestApp): Socket {
  return connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' }).setEncoding('utf8')
}

/** Sends bytes as they are and gives all that comes back until the server closes the connection. */
export async function talk(server: TestApp, text: string): Promise<string> {
  const socket = connectTo(server)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  // A server that closes on us while we send is what some tests are about.
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return answer
}
