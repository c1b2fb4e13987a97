import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
}

/**
 * Serves the files of a built page, and index.html for unknown paths. `respond` runs first and
 * returns true if it responded.
 */
export async function servePage(
  folder: string,
  respond: (path: string, response: ServerResponse) => boolean,
): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (respond(pathname, response)) return
    const path = join(folder, pathname)
    const file = existsSync(path) && statSync(path).isFile() ? path : join(folder, 'index.html')
    sendPacked(file, String(request.headers['accept-encoding']), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: Pick<AddressInfo, 'port'> = Object.assign({ port: 0 }, server.address())
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/**
 * Sends the precompressed file if the build made one and the browser accepts it, as our server
 * does.
 */
function sendPacked(file: string, accepted: string, response: ServerResponse): void {
  const packed = [
    { encoding: 'br', ending: '.br' },
    { encoding: 'gzip', ending: '.gz' },
  ].find(({ encoding, ending }) => accepted.includes(encoding) && existsSync(file + ending))
  if (!packed) {
    sendFile(file, response)
    return
  }
  response.setHeader('content-encoding', packed.encoding)
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
  createReadStream(file + packed.ending).pipe(response)
}

export function sendFile(file: string, response: ServerResponse): void {
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
  createReadStream(file).pipe(response)
}
