import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface ConnectProxy {
  port: number
  stop(): Promise<void>
}

/**
 * Starts an HTTP proxy that tunnels port 443 of `hosts` to `tlsPort` of this machine and refuses
 * every other address. With it, browsers reach the hosts without DNS or a changed hosts file.
 */
export async function openConnectProxy(hosts: readonly string[], tlsPort: number): Promise<ConnectProxy> {
  const sockets = new Set<Socket>()
  const listener = createServer((_asked, given) => {
    given.writeHead(502).end()
  })
  listener.on('connect', (request, browser: Socket) => {
    sockets.add(browser)
    browser.on('error', () => browser.destroy())
    browser.on('close', () => sockets.delete(browser))
    if (!hosts.some((host) => request.url === `${host}:443`)) {
      browser.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    const site = connect(tlsPort, '127.0.0.1')
    site.on('connect', () => {
      browser.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      browser.pipe(site).pipe(browser)
    })
    site.on('error', () => browser.destroy())
    browser.on('close', () => site.destroy())
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      listener.closeAllConnections()
      listener.close()
      await once(listener, 'close')
    },
  }
}
