import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to the database whose open connections can go silent, as behind a router that forgot them. */
export async function openNetwork(databaseUrl: string) {
  const address = new URL(databaseUrl)
  const pairs: [Socket, Socket][] = []
  let silenced: [Socket, Socket][] = []
  const server = createServer((near) => {
    const far = connect(Number(address.port), address.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.push(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {})
      from.on('data', (chunk) => {
        if (!silenced.includes(pair)) to.write(chunk)
      })
      from.on('close', () => {
        if (!silenced.includes(pair)) to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = new URL(databaseUrl)
  near.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: near.href,
    /** Connections opened so far. */
    calls: () => pairs.length,
    silence() {
      silenced = [...pairs]
    },
    /** The database notices the end of the silenced connections. */
    cutSilenced() {
      for (const [, far] of silenced) far.destroy()
    },
    close() {
      server.close()
      for (const socket of pairs.flat()) socket.destroy()
    },
  }
}
