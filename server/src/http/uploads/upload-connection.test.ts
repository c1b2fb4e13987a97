import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { mp4OfBytes } from '../../testing/files/sample-videos.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { formOf } from '../../testing/requests/forms.ts'
import { formHead, openRaw } from '../../testing/requests/raw-connection.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'

const IDLE_MS = 400

const image = await sampleImage('jpeg')
const server = suiteServer({ idleConnectionMs: IDLE_MS })
const staff = suiteSession(server, 'superadmin')
beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }))

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
  const all = { connection: 'close', ...session.bearer, ...headers }
  const head = formHead({ path, headers: all, bytes: payload.length })
  return openRaw(server, head, payload.subarray(0, Math.floor(payload.length * part)))
}

async function holding(name: string) {
  await expect.poll(() => [...held.keys()]).toContain(name)
  const found = held.get(name)
  if (!found) throw new Error(`${name} is not held.`)
  return found
}

test('the idle timeout pauses while the server works, and closes a stalled upload', async () => {
  const whole = send(EVENT, formOf(['title', 'Eye camp'], photo('held.jpg')))
  const { release } = await holding('held.jpg')
  // A second upload stalls later and times out, so the idle limit of the first has passed too.
  const halfOf = send(EVENT, formOf(['title', 'Half'], photo('other.jpg')), 0.9)
  await halfOf.closed()
  expect(halfOf.received()).toBe('')
  expect(whole.socket.closed).toBe(false)
  release()
  await whole.closed()
  expect(whole.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n.+Event added successfully/s)
  expect(await stored()).toMatchObject({ events: [{ title: 'Eye camp' }] })
  const { id } = await server.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
  await staff.delete(`/event/${id}`)
  await staff.post('/trash/delete', { items: [{ kind: 'event', _id: id }] })
  expect(await stored()).toEqual(NOTHING)
})

test('the idle timeout resumes after a photo is processed', async () => {
  const form = formOf(['sectionName', 'School'], photo('held.jpg', 'images'), photo('next.jpg', 'images'))
  const { closed } = send('/api/galleryphoto/addPhoto', form, 0.75)
  const { release } = await holding('held.jpg')
  release()
  await closed()
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
  await beside.closed()
  expect(beside.received()).toMatch(/^HTTP\/1\.1 200 /)
  expect(second.received()).toBe('')
  release()
  await Promise.all([first.closed(), second.closed()])
  expect([first.received(), second.received()]).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 /),
    expect.stringMatching(/^HTTP\/1\.1 200 /),
  ])
})
