import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { bareMp4Head } from '../support/bare-mp4.ts'
import { type Answer, type AttackTarget, openAttackTarget, recordsOf } from './attack-target.ts'
import { makeDisk } from './full-disk.ts'
import { makeReadOnly } from './read-only-folder.ts'

const VIDEO_BYTES = 24 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024
const BOUNDARY = 'boundary-of-the-form'

type SentAnswer = Pick<Answer, 'status' | 'json'>

const disk = makeDisk()
let target: AttackTarget
beforeEach(async () => {
  target = await openAttackTarget({ DATA_DIR: disk.dataDir })
})
afterEach(() => target.close())
afterAll(() => disk.remove())

/** A video that is sent in pieces. `onHalf` runs when half of it has arrived. */
async function* videoForm(onHalf: () => Promise<unknown>): AsyncGenerator<Uint8Array> {
  const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`
  yield Buffer.from(`${part('title')}\r\n\r\nAarti\r\n`)
  yield Buffer.from(`${part('video')}; filename="aarti.mp4"\r\nContent-Type: video/mp4\r\n\r\n`)
  yield bareMp4Head(VIDEO_BYTES)
  for (let sent = 0; sent < VIDEO_BYTES; sent += CHUNK_BYTES) {
    if (sent === VIDEO_BYTES / 2) await onHalf()
    yield Buffer.alloc(CHUNK_BYTES, 1)
  }
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

async function uploadVideo(token: string, onHalf = async () => {}): Promise<SentAnswer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const upload = request(`${target.url}/api/homevideo/addvideo`, { method: 'POST', headers })
  const responded = once(upload, 'response') as Promise<[IncomingMessage]>
  let isAnswered = false
  upload.once('response', () => (isAnswered = true))
  // The server may respond before it has everything.
  void pipeline(Readable.from(videoForm(async () => isAnswered || onHalf())), upload).catch(() => undefined)
  const [response] = await responded
  const json = JSON.parse(await text(response)) as Answer['json']
  upload.destroy()
  return { status: response.statusCode ?? 0, json }
}

const partialFiles = () => readdirSync(join(target.dataDir, 'tmp'))
const storedFiles = () => readdirSync(join(target.dataDir, 'media'), { recursive: true })
const videos = () => recordsOf(target, '/api/homevideo/getvideo')
const health = async () => (await target.call('/api/health')).json

test(`a disk that fills up during an upload (${disk.way}) leaves no file and no row`, async () => {
  const token = await target.signIn()
  const before = storedFiles()
  const { status, json } = await uploadVideo(token, async () => {
    await expect.poll(() => partialFiles().length).toBeGreaterThan(0)
    disk.fill(target.server.pid)
  })
  expect([503, 507]).toContain(status)
  expect(json).toMatchObject({ success: false, code: expect.stringMatching(/^storage_(?:full|failed)$/) })
  expect(json.message).toMatch(/tell the person who runs it\.$/)
  expect(await videos()).toEqual([])
  await expect.poll(() => [partialFiles(), storedFiles()]).toEqual([[], before])

  disk.free(target.server.pid)
  expect((await uploadVideo(token)).status).toBe(200)
  expect(await videos()).toHaveLength(1)
})

// Root may write in spite of a folder's mode.
test.skipIf(process.getuid?.() === 0 && !disk.canMount)(
  'a data folder that becomes read-only refuses uploads, and accepts them once it is writable',
  async () => {
    const token = await target.signIn()
    const makeWritable = makeReadOnly(target.dataDir)
    try {
      const { status, json } = await uploadVideo(token)
      expect([status, json.code]).toEqual([503, 'storage_read_only'])
      expect(json.message).toMatch(/^The server cannot save anything.*tell the person who runs it\.$/)
      await expect.poll(health).toMatchObject({ status: 'degraded', reason: 'storage_read_only' })
      expect(await videos()).toEqual([])
      expect((await target.call('/', { token })).status).toBe(200)
    } finally {
      makeWritable()
    }
    expect((await uploadVideo(token)).status).toBe(200)
    expect([await videos(), partialFiles()]).toEqual([[expect.anything()], []])
  },
)
