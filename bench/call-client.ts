import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'

export interface CallClient {
  /**
   * Sends a GET. Returns the ms until the end of the response body, and the body's size in bytes.
   * Throws unless the status is 200.
   */
  time(path: string): Promise<{ ms: number; bytes: number }>
  /** Returns the response body. */
  read(path: string): Promise<Buffer>
  close(): void
}

/**
 * Calls `/api` over kept-alive connections with bare node:http, so that the client adds little
 * time.
 */
export function callClient(url: string, token?: string): CallClient {
  const agent = new Agent({ keepAlive: true })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const send = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(`${url}/api${path}`, { agent, headers }, (response) => {
        if (response.statusCode === 200) return resolve(response)
        response.resume()
        reject(new Error(`${path} returned ${response.statusCode}.`))
      })
      call.on('error', reject).end()
    })
  return {
    async time(path) {
      const begun = performance.now()
      const response = await send(path)
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      await once(response, 'end')
      return { ms: performance.now() - begun, bytes }
    },
    async read(path) {
      const chunks: Buffer[] = []
      for await (const chunk of await send(path)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    close: () => agent.destroy(),
  }
}
