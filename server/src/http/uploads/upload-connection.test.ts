import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { mp4OfBytes } from '../../testing/files/sample-videos.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { formOf } from '../../testing/requests/forms.ts'
import { connectTo } from '../../testing/requests/raw-connection.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

const IDLE_MS = 400

let server: TestApp
let staff: TestSession
let image: Buffer
beforeAll(async () => {
  server = await testApp({ idleConnectionMs: IDLE_MS })
  staff = await server.signIn('superadmin')
  image = await sampleImage('jpeg')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

/** Delayed `stage` calls by file name; `release` ends the delay. */
let held: Map<string, { release(): void; signal: AbortSignal | undefined }>
beforeEach(() => {
  held = new Map()
  const { stage } = server.media
  vi.spyOn(server.media, 'stage').mockImplementation(async (source, options) => {
    const staged = await stage(source, options)
    const { promise, resolve } = Promise.withResolvers<void>()
    if (options.name.startsWith('held')) {
      held.set(options.name, { release: resolve, signal: options.signal })
      await promise
    }
    return staged
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.db.deleteFrom('events').execute()
})

const stored = async () => ({
  files: await storedFiles(server.config.dataDir),
  pending: await server.db.selectFrom('pending_files').select('path').execute(),
  events: await server.db.selectFrom('events').select('title').execute(),
})
const NOTHING = { files: [], pending: [], events: [] }

const EVENT = '/api/event/addevent'
const photo = (name: string, field = 'image') => ({ field, name, bytes: image })

/** Sends a form, or its first `part` (0 to 1), over a new connection. */
function send(path: string, { payload, headers }: ReturnType<typeof formOf>, part = 1, session = staff) {
  const socket = connectTo(server)
  let answer = ''
  socket.on('data', (piece) => {
    answer += piece
  })
  socket.on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: ${session.bearer.authorization}\r\n` +
      `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
  )
  socket.write(payload.subarray(0, Math.floor(payload.length * part)))
  return { socket, answer: () => answer }
}

async function holding(name: string) {
  await expect.poll(() => [...held.keys()]).toContain(name)
  const found = held.get(name)
  if (!found) throw new Error(`${name} is not held.`)
  return found
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, 'close')
}

test('the idle timeout pauses while the server works, and closes a stalled upload', async () => {
  const whole = send(EVENT, formOf(['title', 'Eye camp'], photo('held.jpg')))
  const { release } = await holding('held.jpg')
  // A second upload stalls later and times out, so the idle limit of the first has passed too.
  const halfOf = send(EVENT, formOf(['title', 'Half'], photo('other.jpg')), 0.9)
  await closed(halfOf.socket)
  expect(halfOf.answer()).toBe('')
  expect(whole.socket.closed).toBe(false)
  release()
  await closed(whole.socket)
  expect(whole.answer()).toMatch(/^HTTP\/1\.1 200 OK\r\n.+Event added successfully/s)
  expect(await stored()).toMatchObject({ events: [{ title: 'Eye camp' }] })
  const id = await firstEvent()
  await server.app.inject({ method: 'DELETE', url: `/api/event/${id}`, headers: staff.bearer })
  const payload = { items: [{ kind: 'event', _id: id }] }
  await server.app.inject({ method: 'POST', url: '/api/trash/delete', payload, headers: staff.bearer })
  expect(await stored()).toEqual(NOTHING)
})

async function firstEvent(): Promise<string> {
  const { id } = await server.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
  return id
}

test('the idle timeout resumes after a photo is processed', async () => {
  const form = formOf(['sectionName', 'School'], photo('held.jpg', 'images'), photo('next.jpg', 'images'))
  const { socket } = send('/api/galleryphoto/addPhoto', form, 0.75)
  const { release } = await holding('held.jpg')
  release()
  await closed(socket)
  await expect.poll(() => stored()).toEqual(NOTHING)
})

test.each([
  [EVENT, 'image', 'held.jpg'],
  ['/api/homevideo/addvideo', 'video', 'held.mp4'],
])('discards an upload that is cancelled after its last byte: %s', async (path, field, name) => {
  const bytes = field === 'image' ? image : await mp4OfBytes(200_000)
  const [commit, discard] = [vi.spyOn(server.media, 'commit'), vi.spyOn(server.media, 'discard')]
  const { socket } = send(path, formOf(['title', 'Cancelled'], { field, name, bytes }))
  const { release, signal } = await holding(name)
  socket.destroy()
  await expect.poll(() => signal?.aborted).toBe(true)
  release()
  await expect.poll(() => discard).toHaveBeenCalled()
  await expect.poll(() => stored()).toEqual(NOTHING)
  expect(commit).not.toHaveBeenCalled()
})

test('processes one photo per account at a time, without blocking other accounts', async () => {
  const other = await server.signIn(['Events'])
  const first = send(EVENT, formOf(['title', 'First'], photo('held.jpg')))
  const { release } = await holding('held.jpg')
  const second = send(EVENT, formOf(['title', 'Second'], photo('second.jpg')))
  const cancelled = send(EVENT, formOf(['title', 'Third'], photo('third.jpg')))
  await expect.poll(async () => (await stored()).files).toHaveLength(3)
  cancelled.socket.destroy()
  await expect.poll(async () => (await stored()).files).toHaveLength(2)

  const beside = send(EVENT, formOf(['title', 'Beside'], photo('other.jpg')), 1, other)
  await closed(beside.socket)
  expect(beside.answer()).toMatch(/^HTTP\/1\.1 200 /)
  expect(second.answer()).toBe('')
  release()
  await Promise.all([closed(first.socket), closed(second.socket)])
  expect([first.answer(), second.answer()]).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 /),
    expect.stringMatching(/^HTTP\/1\.1 200 /),
  ])
})
