import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { beforeAll, expect, test } from 'vitest'
import { sampleImage } from './files/sample-images.ts'
import { sampleVideo } from './files/sample-videos.ts'
import type { TestApp } from './test-app.ts'

/** Stores a file without a row, and returns its path. */
export async function keepFile(
  { media }: Pick<TestApp, 'media'>,
  bytes: Buffer,
  kind: 'photo' | 'video' | 'pdf' = 'photo',
) {
  const staged = await media.stage(Readable.from([bytes]), { name: 'a', maxBytes: 1e6, kind })
  await media.commit(staged)
  return staged.path
}

/** How a server sends the files of every store. */
export function mediaFileCases(here: TestApp): void {
  let image: Buffer
  let path: string
  beforeAll(async () => {
    path = await keep(await sampleImage('jpeg'))
    image = await buffer(here.media.read(path))
  })

  const keep = (bytes: Buffer, kind: 'photo' | 'video' = 'photo') => keepFile(here, bytes, kind)
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

  test('returns 304 for a file that the browser already has', async () => {
    const { headers } = await get(path)
    const same = await get(path, { 'if-none-match': String(headers.etag) })
    expect([same.statusCode, same.headers.etag]).toEqual([304, headers.etag])
    expect((await get(path, { 'if-modified-since': String(headers['last-modified']) })).statusCode).toBe(304)
    expect((await get(path, { 'if-none-match': '"another"' })).statusCode).toBe(200)
  })
}
