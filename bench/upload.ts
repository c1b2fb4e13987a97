import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { forgetPeak, memoryOf } from '../scripts/process-memory.ts'
import { type Running, signIn } from './programs.ts'
import { MULTIPART_TYPE, multipartOf, videoOf } from './video.ts'

export interface UploadFigures {
  ms: number
  /** Growth of the server's peak resident memory, in bytes. */
  growth: number
}

/** Uploads a video to our server with the call that the panel uses. */
export async function uploadToOurs(server: Running, bytes: number): Promise<UploadFigures> {
  const headers = { authorization: `Bearer ${await signIn(server)}`, 'content-type': MULTIPART_TYPE }
  return measure(server, `${server.url}/api/homevideo/addvideo`, headers, () => multipartOf(bytes))
}

export function uploadToFloor(server: Running, bytes: number): Promise<UploadFigures> {
  return measure(server, `${server.url}/`, {}, () => videoOf(bytes))
}

async function measure(
  server: Running,
  url: string,
  headers: Record<string, string>,
  make: () => Iterable<Buffer>,
): Promise<UploadFigures> {
  const before = memoryOf(server.pid, 'VmRSS')
  forgetPeak(server.pid)
  const begun = performance.now()
  await send(url, headers, make())
  return { ms: performance.now() - begun, growth: memoryOf(server.pid, 'VmHWM') - before }
}

async function send(url: string, headers: Record<string, string>, content: Iterable<Buffer>): Promise<void> {
  const call = request(url, { method: 'POST', headers })
  const responded = new Promise<void>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response) => {
      response.resume()
      if (response.statusCode === 200) response.on('end', resolve)
      else reject(new Error(`${url} returned ${response.statusCode}.`))
    })
  })
  await Promise.all([responded, pipeline(Readable.from(content), call)])
}
