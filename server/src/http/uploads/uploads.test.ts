import { EVENT_TITLE_MAX } from '@sevadesk/contract/content/event-schemas.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { mp4OfBytes, sampleVideo } from '../../testing/files/sample-videos.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { formOf } from '../../testing/requests/forms.ts'
import { formHead, openRaw, sendRaw } from '../../testing/requests/raw-connection.ts'
import { suiteServer, suiteSession, testApp } from '../../testing/test-app.ts'

const GB = 1024 ** 3
const DEADLINE_MS = 100

const env = { VIDEO_MAX_MB: '2048', PHOTO_MAX_MB: '25', PHOTO_MAX_FILES: '50' }
const server = suiteServer({ env, bodyDeadlineMs: DEADLINE_MS })
const staff = suiteSession(server, 'superadmin')
beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }))
afterEach(async () => {
  expect(await stagedFiles()).toEqual([])
})

async function stagedFiles(): Promise<string[]> {
  return (await storedFiles(server.config.dataDir)).filter((path) => path.startsWith('/tmp/'))
}

const headOf = (path: string, headers: Record<string, string>, bytes: number) =>
  formHead({ path, headers: { ...staff.bearer, ...headers }, bytes })
const FORM = { 'content-type': 'multipart/form-data; boundary=x' }

/** Returns the response to a request whose body has not been sent. */
async function answerTo(path: string, bytes: number, headers: Record<string, string> = {}) {
  const { socket, received } = openRaw(server, headOf(path, { ...FORM, ...headers }, bytes))
  await expect.poll(received).toMatch(/\}$/)
  socket.destroy()
  const [head = '', body = ''] = received().split('\r\n\r\n')
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
    const hindi = await answerTo(path, Math.ceil(bytes), { 'accept-language': 'hi' })
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
      const headers = { connection: 'close', ...bearer, ...FORM }
      const answer = await sendRaw(large, formHead({ path: VIDEO, headers, bytes: free - 100_000_000 }))
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
      const nothing = { field: 'image', name: '', bytes: Buffer.alloc(0) }
      const accepted = await staff.form('POST', '/event/addevent', [['title', 'Eye camp'], nothing])
      expect([accepted.statusCode, accepted.json().message]).toEqual([200, 'Event added successfully'])

      const photo = { field: 'image', name: 'cow.jpg', bytes: await sampleImage('jpeg') }
      const refused = await staff.form('POST', '/event/addevent', [photo])
      const message = { name: 'Asha', email: 'asha@example.org', message: 'Namaste' }
      const strangers = await Promise.all([
        server.post('/message/addMessage', message),
        server.post('/donate/order', { amount: 10_000 }),
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
      const head =
        `POST ${VIDEO} HTTP/1.1\r\nhost: x\r\nauthorization: ${staff.bearer.authorization}\r\n` +
        `transfer-encoding: chunked\r\ncontent-type: ${headers['content-type']}\r\n\r\n`
      // Sends only a part, so that the refusal cannot come from the end of the form.
      const piece = payload.subarray(0, 30_000_000)
      const { socket, received } = openRaw(server, head, `${payload.length.toString(16)}\r\n`, piece)
      await expect.poll(received).toMatch(/^HTTP\/1\.1 507 .+"code":"storage_full"/s)
      socket.destroy()
    } finally {
      freeBytes.mockRestore()
    }
  })

  test('refuses invalid text before the file has arrived', async () => {
    const video = { field: 'video', name: 'mela.mp4', bytes: await mp4OfBytes(3_000_000) }
    const { payload, headers } = formOf(['title', 'x'.repeat(EVENT_TITLE_MAX + 1)], video)
    const head = headOf(VIDEO, headers, payload.length)
    const { socket, received } = openRaw(server, head, payload.subarray(0, 2000))
    await expect.poll(received).toMatch(/^HTTP\/1\.1 400 .+Title can have at most 300 characters/s)
    socket.destroy()
  })

  test('refuses a video of an unaccepted type by its first bytes', async () => {
    const video = { field: 'video', name: 'mela.mkv', bytes: await sampleVideo('matroska.mkv') }
    const { payload, headers } = formOf(video, { ...video, bytes: Buffer.alloc(3_000_000) })
    const head = headOf(VIDEO, headers, payload.length)
    const { socket, received } = openRaw(server, head, payload.subarray(0, 6000))
    await expect.poll(received).toMatch(/^HTTP\/1\.1 415 .+“mela\.mkv” is a video of type MKV/s)
    socket.destroy()
  })
})

test('accepts a slow upload with a Hindi file name while bytes arrive', async () => {
  const bytes = await sampleVideo('vp9.webm')
  const { payload, headers } = formOf({ field: 'video', name: 'सुबह.webm', bytes }, ['title', 'Slow'])
  const head = headOf(VIDEO, { ...headers, connection: 'close' }, payload.length)
  const { socket, closed } = openRaw(server, head)
  // A request times out after each piece, so the upload takes ten deadlines.
  const pieces = 10
  const size = Math.ceil(payload.length / pieces)
  for (let at = 0; at < payload.length; at += size) {
    socket.write(payload.subarray(at, at + size))
    const late =
      'POST /api/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'
    expect(await sendRaw(server, late)).toMatch(/^HTTP\/1\.1 408 /)
  }
  expect(await closed()).toMatch(/^HTTP\/1\.1 200 OK\r\n.+Video added successfully/s)
})

test('drains a refused form for a limited time', async () => {
  const { socket, received } = openRaw(server, headOf(VIDEO, FORM, 4 * GB))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const piece = Buffer.alloc(64 * 1024)
  let sent = 0
  while (!socket.closed) {
    sent += piece.length
    if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  expect(received()).toMatch(/^HTTP\/1\.1 413 .+This video is too large. A video can be at most 2048 MB/s)
  expect(sent).toBeGreaterThan(100_000)
  expect(sent).toBeLessThan(4 * GB)
})

test('a cancelled video leaves no file', async () => {
  const video = { field: 'video', name: 'mela.mp4', bytes: await mp4OfBytes(4_000_000) }
  const { payload, headers } = formOf(['title', 'x'], video)
  for (const part of [0.1, 0.5, 0.99]) {
    const piece = payload.subarray(0, Math.floor(payload.length * part))
    const { socket } = openRaw(server, headOf(VIDEO, headers, payload.length), piece)
    await expect.poll(() => stagedFiles()).toHaveLength(1)
    socket.resetAndDestroy()
    await expect.poll(() => stagedFiles()).toEqual([])
  }
  expect(await server.db.selectFrom('pending_files').selectAll().execute()).toEqual([])
})

test('names an unnamed file by its position', async () => {
  const video = { field: 'video', name: '\u0007 \u202e', bytes: Buffer.from('Dear Sir or Madam') }
  const nothing = { ...video, name: '', bytes: Buffer.alloc(0) }
  const answer = await staff.form('POST', '/homevideo/addvideo', [nothing, video])
  expect(answer.json().message).toMatch(/^“file 2” is not a video that/)
})
