import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ADMIN, forgetPeak, memoryOf, type Running } from './programs.ts'

export interface UploadFigures {
  ms: number
  /** How far the resident memory of the server rose above what it was before, at its peak, in bytes. */
  growth: number
}

/** A JPEG of one by one pixel up to its picture data; anything may follow, and a kilobyte more or less is no matter here. */
const JPEG_HEAD = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffda0008010100003f00',
  'hex',
)
const BOUNDARY = 'bench-boundary'
const CHUNK = Buffer.alloc(64 * 1024, 7)

/** Sends so many bytes as one photo to our server, through sign-in, access and checks, as the panel does. */
export async function uploadToOurs(server: Running, bytes: number): Promise<UploadFigures> {
  const answer = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { token }: { token: string } = JSON.parse(await answer.text())
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  return measure(server, `${server.url}/api/galleryphoto/addPhoto`, headers, () => multipart(bytes))
}

export function uploadToFloor(server: Running, bytes: number): Promise<UploadFigures> {
  return measure(server, `${server.url}/`, {}, () => body(bytes))
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
  const answered = new Promise<void>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response) => {
      response.resume()
      if (response.statusCode === 200) response.on('end', resolve)
      else reject(new Error(`${url} answered ${response.statusCode}.`))
    })
  })
  await Promise.all([answered, pipeline(Readable.from(content), call)])
}

function* multipart(bytes: number): Generator<Buffer> {
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  yield Buffer.from(
    `${field('title', 'Bench')}${field('sectionName', 'School')}--${BOUNDARY}\r\ncontent-disposition: form-data; name="images"; filename="big.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
  )
  yield JPEG_HEAD
  yield* body(bytes)
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

function* body(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += CHUNK.length) yield CHUNK
}
