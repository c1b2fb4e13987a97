import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleImage } from '../testing/sample-images.ts'
import { sampleVideo } from '../testing/sample-videos.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let here: TestApp
let image: Buffer
let path: string
beforeAll(async () => {
  here = await testApp()
  path = await keep(await sampleImage('jpeg'))
  image = await readFile(join(here.config.dataDir, path))
})
afterAll(() => here.close())

async function keep(bytes: Buffer, kind: 'photo' | 'video' = 'photo'): Promise<string> {
  const staged = await here.media.stage(Readable.from([bytes]), { name: 'a', maxBytes: 1e6, kind })
  await here.media.commit(staged)
  return staged.path
}
const get = (url: string, headers: Record<string, string> = {}) => here.app.inject({ method: 'GET', url, headers })

test('serves a photo to anyone, to be kept for a year and to be nothing but a picture', async () => {
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
] as const)('names the type of what a %s becomes', async (format, type) => {
  expect((await get(await keep(await sampleImage(format)))).headers['content-type']).toBe(type)
})

test.each([
  ['index-last.mp4', 'video/mp4'],
  ['vp8.webm', 'video/webm'],
  ['quicktime.mov', 'video/quicktime'],
] as const)('lets %s be played on a page of its own, which may fetch it and nothing else', async (name, type) => {
  const answer = await get(await keep(await sampleVideo(name), 'video'), { range: 'bytes=0-9' })
  expect(answer.statusCode).toBe(206)
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; media-src 'self'",
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('answers HEAD without a body', async () => {
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

test('refuses a range beyond the end, and says how long the file is', async () => {
  const answer = await get(path, { range: `bytes=${image.length}-` })
  expect(answer.statusCode).toBe(416)
  expect(answer.headers['content-range']).toBe(`bytes */${image.length}`)
  expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z].+\.$/) })
})

test('does not send again what the browser has', async () => {
  const { headers } = await get(path)
  expect((await get(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  expect((await get(path, { 'if-modified-since': String(headers['last-modified']) })).statusCode).toBe(304)
  expect((await get(path, { 'if-none-match': '"another"' })).statusCode).toBe(200)
})

test('serves nothing else, whatever the path', async () => {
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
    '/media/../sevadesk.db',
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
