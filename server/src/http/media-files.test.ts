import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { beforeAll, expect, test } from 'vitest'
import { sampleImage } from '../testing/files/sample-images.ts'
import { sampleVideo } from '../testing/files/sample-videos.ts'
import { connectTo } from '../testing/requests/raw-connection.ts'
import { suiteServer } from '../testing/test-app.ts'

const MB = 1024 * 1024

const here = suiteServer()
let image: Buffer
let path: string
beforeAll(async () => {
  path = await keep(await sampleImage('jpeg'))
  image = await readFile(join(here.config.dataDir, path))
})

async function keep(bytes: Buffer, kind: 'photo' | 'video' = 'photo'): Promise<string> {
  const staged = await here.media.stage(Readable.from([bytes]), { name: 'a', maxBytes: 1e6, kind })
  await here.media.commit(staged)
  return staged.path
}
const get = (url: string, headers: Record<string, string> = {}) => here.app.inject({ method: 'GET', url, headers })

test('serves a photo publicly, cached for a year and sandboxed', async () => {
  const answer = await get(path)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toEqual(image)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(image.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test.each([
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['avif', 'image/webp'],
  ['gif', 'image/gif'],
] as const)('serves an uploaded %s as %s', async (format, type) => {
  expect((await get(await keep(await sampleImage(format)))).headers['content-type']).toBe(type)
})

test('serves the smaller versions of a photo by their type', async () => {
  const photo = await keep(await sampleImage('jpeg', 500))
  await here.media.commitVariants(await here.media.stageVariants(photo))
  for (const format of ['avif', 'webp'] as const)
    expect((await get(variantPath(photo, 400, format))).headers['content-type']).toBe(`image/${format}`)
})

test.each([
  ['index-last.mp4', 'video/mp4'],
  ['vp8.webm', 'video/webm'],
  ['quicktime.mov', 'video/quicktime'],
] as const)('serves %s as %s, with a policy that lets it play and load nothing else', async (name, type) => {
  const answer = await get(await keep(await sampleVideo(name), 'video'), { range: 'bytes=0-9' })
  expect(answer.statusCode).toBe(206)
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; media-src 'self'",
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('returns no body for HEAD', async () => {
  const answer = await here.app.inject({ method: 'HEAD', url: path })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe(String(image.length))
  expect(answer.rawPayload).toHaveLength(0)
})

test('serves ranges', async () => {
  const last = image.length - 1
  for (const [range, start, end] of [
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, last],
    ['bytes=-7', last - 6, last],
    [`bytes=5-${last + 1000}`, 5, last],
  ] as const) {
    const answer = await get(path, { range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${image.length}`)
    expect(answer.rawPayload).toEqual(image.subarray(start, end + 1))
  }
})

test('returns 416 with the file length for a range beyond the end', async () => {
  const answer = await get(path, { range: `bytes=${image.length}-` })
  expect(answer.statusCode).toBe(416)
  expect(answer.headers['content-range']).toBe(`bytes */${image.length}`)
  expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z].+\.$/) })
})

test('honours If-Range, and returns the whole file for several or invalid ranges', async () => {
  const { headers } = await get(path)
  const range = 'bytes=10-19'
  for (const [condition, status] of [
    [headers.etag, 206],
    [headers['last-modified'], 206],
    ['"another"', 200],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 200],
  ] as const) {
    const answer = await get(path, { range, 'if-range': String(condition) })
    expect([condition, answer.statusCode]).toEqual([condition, status])
    expect(answer.rawPayload).toEqual(status === 206 ? image.subarray(10, 20) : image)
  }
  for (const odd of ['bytes=0-1,5-9', 'lines=0-9', 'nonsense']) {
    const answer = await get(path, { range: odd })
    expect([odd, answer.statusCode]).toEqual([odd, 200])
    expect(answer.rawPayload).toEqual(image)
  }
})

test('sends an attachment for ?download', async () => {
  for (const query of ['?download', '?download=', '?a=b&download=cow.jpg']) {
    const answer = await get(path + query)
    expect(answer.rawPayload).toEqual(image)
    expect(answer.headers['content-disposition']).toBe('attachment')
  }
  for (const query of ['', '?', '?downloads', '?a=download']) {
    expect((await get(path + query)).headers).not.toHaveProperty('content-disposition')
  }
})

test('sends a MOV as video/mp4 to a tab, else as video/quicktime', async () => {
  const video = await keep(await sampleVideo('quicktime.mov'), 'video')
  for (const [dest, type] of [
    ['document', 'video/mp4'],
    ['video', 'video/quicktime'],
    ['empty', 'video/quicktime'],
  ] as const) {
    const answer = await get(video, { 'sec-fetch-dest': dest })
    expect(answer.headers).toMatchObject({ 'content-type': type, vary: expect.stringContaining('Sec-Fetch-Dest') })
  }
  expect((await get(path, { 'sec-fetch-dest': 'document' })).headers['content-type']).toBe('image/jpeg')
})

test('reads less than 16 MB ahead of a slow client', async () => {
  const video = `/media/ff/${'f'.repeat(30)}.mp4`
  await mkdir(join(here.config.dataDir, 'media/ff'), { recursive: true })
  await writeFile(join(here.config.dataDir, video), 'video')
  await truncate(join(here.config.dataDir, video), 1024 ** 3)
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  const arriving = once(here.app.server, 'connection')
  const socket = connectTo(here).setEncoding('latin1')
  socket.write(`GET ${video} HTTP/1.1\r\nhost: x\r\n\r\n`)
  const [server] = (await arriving) as [Socket]
  let taken = 0
  let ahead = 0
  for await (const piece of socket) {
    if (taken === 0) expect(piece).toMatch(/^HTTP\/1\.1 200 OK\r\n.*content-length: 1073741824\r\n/s)
    taken += piece.length
    ahead = Math.max(ahead, server.bytesWritten - taken)
    if (taken > 100 * MB) break
    // Lets the pending events of the server run first.
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(taken).toBeGreaterThan(100 * MB)
  expect(ahead).toBeLessThan(16 * MB)
})

test('returns 304 for a file that the browser already has', async () => {
  const { headers } = await get(path)
  expect((await get(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  expect((await get(path, { 'if-modified-since': String(headers['last-modified']) })).statusCode).toBe(304)
  expect((await get(path, { 'if-none-match': '"another"' })).statusCode).toBe(200)
})

test('returns 4xx for a path that is not of a stored file', async () => {
  await writeFile(join(here.config.dataDir, 'tmp', 'half.part'), 'half')
  await writeFile(join(here.config.dataDir, 'media', 'notes.jpg'), 'notes')
  await mkdir(join(here.config.dataDir, 'media', 'aa'), { recursive: true })
  await writeFile(join(here.config.dataDir, 'media', 'aa', 'page.html'), '<script>')
  for (const url of [
    `/media/00/${'0'.repeat(30)}.jpg`,
    '/media/',
    '/media/aa',
    '/media/aa/',
    '/media/notes.jpg',
    '/media/aa/page.html',
    '/media/tmp/half.part',
    '/media/../tmp/half.part',
    '/media/..%2ftmp%2fhalf.part',
    '/media/%2e%2e/tmp/half.part',
    '/media/..%5ctmp%5chalf.part',
    '/media/../sevadesk.sqlite',
    '/media//etc/passwd',
    '/media/%00.jpg',
    '/media/%ff.jpg',
    '/tmp/half.part',
    `${path}/`,
    `${path}%00`,
    path.toUpperCase(),
  ]) {
    const answer = await get(url)
    expect([url, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([url, true])
    expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z].+\.$/) })
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('opens neither symbolic links nor pipes', async () => {
  const media = join(here.config.dataDir, 'media')
  const name = `${'0'.repeat(30)}.jpg`
  await mkdir(join(media, 'bb'), { recursive: true })
  await symlink(join(here.config.dataDir, 'sevadesk.sqlite'), join(media, 'bb', name))
  await mkdir(join(media, 'cc'), { recursive: true })
  execFileSync('mkfifo', [join(media, 'cc', name)])
  await mkdir(join(here.config.dataDir, 'outside'))
  await writeFile(join(here.config.dataDir, 'outside', name), 'outside')
  await symlink(join(here.config.dataDir, 'outside'), join(media, 'dd'))
  for (const folder of ['bb', 'cc', 'dd']) {
    const url = `/media/${folder}/${name}`
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    expect([url, await here.media.exists(url)]).toEqual([url, false])
    await expect(here.media.stageVariants(url)).rejects.toThrow('There is no regular file')
  }
})
