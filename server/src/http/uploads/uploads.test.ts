import { once } from 'node:events'
import type { Socket } from 'node:net'
import { EVENT_TITLE_MAX } from '@sevadesk/contract/content/event-schemas.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { mp4OfBytes, sampleVideo } from '../../testing/files/sample-videos.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { formOf } from '../../testing/requests/forms.ts'
import { connectTo, sendRaw } from '../../testing/requests/raw-connection.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

const GB = 1024 ** 3
const DEADLINE_MS = 100

let server: TestApp
let staff: TestSession
beforeAll(async () => {
  const env = { VIDEO_MAX_MB: '2048', PHOTO_MAX_MB: '25', PHOTO_MAX_FILES: '50' }
  server = await testApp({ env, bodyDeadlineMs: DEADLINE_MS })
  staff = await server.signIn('superadmin')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await stagedFiles()).toEqual([])
})

async function stagedFiles(): Promise<string[]> {
  return (await storedFiles(server.config.dataDir)).filter((path) => path.startsWith('/tmp/'))
}

/** The head of a request that declares a body of `bytes`. */
function headOf(path: string, type: string, bytes: number, more = ''): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${staff.bearer.authorization}\r\n${more}` +
    `content-type: ${type}\r\ncontent-length: ${bytes}\r\n\r\n`
  )
}

function collect(socket: Socket): () => string {
  let answer = ''
  socket.on('data', (piece) => {
    answer += piece
  })
  socket.on('error', () => undefined)
  return () => answer
}

/** Returns the response to a request whose body has not been sent. */
async function answerTo(path: string, bytes: number, more = '') {
  const socket = connectTo(server)
  const answer = collect(socket)
  socket.write(headOf(path, 'multipart/form-data; boundary=x', bytes, more))
  await expect.poll(() => answer()).toMatch(/\}$/)
  socket.destroy()
  const [head = '', body = ''] = answer().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), ...JSON.parse(body) }
}

const VIDEO = '/api/homevideo/addvideo'

describe('early refusals', () => {
  test.each([
    [VIDEO, 2 * GB + 2_000_000, 'This video is too large. A video can be at most 2048 MB.'],
    ['/api/event/addevent', 30_000_000, 'This photo is too large. A photo can be at most 25 MB.'],
    [
      '/api/galleryphoto/addPhoto',
      1.3 * GB,
      'These photos are too large together. You can send at most 50 photos of 25 MB at once.',
    ],
  ])('refuses a form longer than %s accepts', async (path, bytes, message) => {
    expect(await answerTo(path, Math.ceil(bytes))).toEqual({
      status: 413,
      success: false,
      code: 'too_large',
      message,
    })
    const hindi = await answerTo(path, Math.ceil(bytes), 'accept-language: hi\r\n')
    expect(hindi.message).toMatch(/[\u0900-\u097f].*(?:25|2048) MB.*।$/)
  })

  test('refuses a form that would use the reserved space', async () => {
    // The limit exceeds any test machine's disk, so that the free space decides.
    const large = await testApp({ env: { VIDEO_MAX_MB: '1000000' } })
    try {
      const { bearer } = await large.signIn(['HomeVideo'])
      await large.app.listen({ port: 0, host: '127.0.0.1' })
      const free = (await large.media.freeBytes()) ?? 0
      expect(free).toBeGreaterThan(0)
      const answer = await sendRaw(
        large,
        `POST ${VIDEO} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: ${bearer.authorization}\r\n` +
          `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${free - 100_000_000}\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 507 /)
      expect(answer).toMatch(/"code":"storage_full"/)
      expect(answer).toMatch(/There is not enough space left on the server\./)
    } finally {
      await large.close()
    }
  })

  test('refuses files and strangers’ messages that would use the reserved space, but accepts staff’s text', async () => {
    const freeBytes = vi.spyOn(server.media, 'freeBytes').mockResolvedValue(150_000_000)
    try {
      const textOnly = formOf(['title', 'Eye camp'], { field: 'image', name: '', bytes: Buffer.alloc(0) })
      const call = { method: 'POST', url: '/api/event/addevent' } as const
      const accepted = await server.app.inject({
        ...call,
        ...textOnly,
        headers: { ...textOnly.headers, ...staff.bearer },
      })
      expect([accepted.statusCode, accepted.json().message]).toEqual([200, 'Event added successfully'])

      const small = formOf({ field: 'image', name: 'cow.jpg', bytes: await sampleImage('jpeg') })
      const refused = await server.app.inject({ ...call, ...small, headers: { ...small.headers, ...staff.bearer } })
      const message = { name: 'Asha', email: 'asha@example.org', message: 'Namaste' }
      const strangers = await Promise.all([
        server.app.inject({ method: 'POST', url: '/api/message/addMessage', payload: message }),
        server.app.inject({ method: 'POST', url: '/api/donate/order', payload: { amount: 10_000 } }),
      ])
      for (const answer of [refused, ...strangers]) {
        expect([answer.statusCode, answer.json().code]).toEqual([507, 'storage_full'])
      }
    } finally {
      freeBytes.mockRestore()
    }
  })

  test('refuses a video of undeclared length when it reaches the reserved space', async () => {
    const freeBytes = vi
      .spyOn(server.media, 'freeBytes')
      .mockResolvedValueOnce(10 * GB)
      .mockResolvedValue(150_000_000)
    try {
      const video = { field: 'video', name: 'mela.mp4', bytes: await mp4OfBytes(40_000_000) }
      const { payload, headers } = formOf(video)
      const socket = connectTo(server)
      const answer = collect(socket)
      const { authorization } = staff.bearer
      socket.write(
        `POST ${VIDEO} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ntransfer-encoding: chunked\r\n` +
          `content-type: ${headers['content-type']}\r\n\r\n${payload.length.toString(16)}\r\n`,
      )
      // Sends only a part, so that the refusal cannot come from the end of the form.
      socket.write(payload.subarray(0, 30_000_000))
      await expect.poll(() => answer()).toMatch(/^HTTP\/1\.1 507 .+"code":"storage_full"/s)
      socket.destroy()
    } finally {
      freeBytes.mockRestore()
    }
  })

  test('refuses invalid text before the file has arrived', async () => {
    const video = { field: 'video', name: 'mela.mp4', bytes: await mp4OfBytes(3_000_000) }
    const { payload, headers } = formOf(['title', 'x'.repeat(EVENT_TITLE_MAX + 1)], video)
    const socket = connectTo(server)
    const answer = collect(socket)
    socket.write(headOf(VIDEO, headers['content-type'], payload.length))
    socket.write(payload.subarray(0, 2000))
    await expect.poll(() => answer()).toMatch(/^HTTP\/1\.1 400 .+Title can have at most 300 characters/s)
    socket.destroy()
  })

  test('refuses a video of an unaccepted type by its first bytes', async () => {
    const video = { field: 'video', name: 'mela.mkv', bytes: await sampleVideo('matroska.mkv') }
    const { payload, headers } = formOf(video, { ...video, bytes: Buffer.alloc(3_000_000) })
    const socket = connectTo(server)
    const answer = collect(socket)
    socket.write(headOf(VIDEO, headers['content-type'], payload.length))
    socket.write(payload.subarray(0, 6000))
    await expect.poll(() => answer()).toMatch(/^HTTP\/1\.1 415 .+“mela\.mkv” is a video of type MKV/s)
    socket.destroy()
  })
})

test('accepts a slow upload with a Hindi file name while bytes arrive', async () => {
  const bytes = await sampleVideo('vp9.webm')
  const { payload, headers } = formOf({ field: 'video', name: 'सुबह.webm', bytes }, ['title', 'Slow'])
  const socket = connectTo(server)
  const answer = collect(socket)
  socket.write(headOf(VIDEO, headers['content-type'], payload.length, 'connection: close\r\n'))
  // A request times out after each piece, so the upload takes ten deadlines.
  const pieces = 10
  const size = Math.ceil(payload.length / pieces)
  for (let at = 0; at < payload.length; at += size) {
    socket.write(payload.subarray(at, at + size))
    const late =
      'POST /api/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'
    expect(await sendRaw(server, late)).toMatch(/^HTTP\/1\.1 408 /)
  }
  if (!socket.closed) await once(socket, 'close')
  expect(answer()).toMatch(/^HTTP\/1\.1 200 OK\r\n.+Video added successfully/s)
})

test('drains a refused form for a limited time', async () => {
  const socket = connectTo(server)
  const answer = collect(socket)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(headOf(VIDEO, 'multipart/form-data; boundary=x', 4 * GB))
  const piece = Buffer.alloc(64 * 1024)
  let sent = 0
  while (!socket.closed) {
    sent += piece.length
    if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  expect(answer()).toMatch(/^HTTP\/1\.1 413 .+This video is too large. A video can be at most 2048 MB/s)
  expect(sent).toBeGreaterThan(100_000)
  expect(sent).toBeLessThan(4 * GB)
})

test('a cancelled video leaves no file', async () => {
  const video = { field: 'video', name: 'mela.mp4', bytes: await mp4OfBytes(4_000_000) }
  const { payload, headers } = formOf(['title', 'x'], video)
  for (const part of [0.1, 0.5, 0.99]) {
    const socket = connectTo(server)
    collect(socket)
    socket.write(headOf(VIDEO, headers['content-type'], payload.length))
    socket.write(payload.subarray(0, Math.floor(payload.length * part)))
    await expect.poll(() => stagedFiles()).toHaveLength(1)
    socket.resetAndDestroy()
    await expect.poll(() => stagedFiles()).toEqual([])
  }
  expect(await server.db.selectFrom('pending_files').selectAll().execute()).toEqual([])
})

test('names an unnamed file by its position', async () => {
  const video = { field: 'video', name: '\u0007 \u202e', bytes: Buffer.from('Dear Sir or Madam') }
  const { payload, headers } = formOf({ ...video, name: '', bytes: Buffer.alloc(0) }, video)
  const answer = await server.app.inject({
    method: 'POST',
    url: VIDEO,
    payload,
    headers: { ...headers, ...staff.bearer },
  })
  expect(answer.json().message).toMatch(/^“file 2” is not a video that/)
})
