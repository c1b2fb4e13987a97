import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeFiles } from '../../resources/media-files/pending-file-service.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildEvent } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { sampleVideo } from '../../testing/files/sample-videos.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import type { FormPart } from '../../testing/requests/forms.ts'
import { formHead, openRaw } from '../../testing/requests/raw-connection.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'

const newKey = () => randomBytes(16).toString('hex')
const ADD_EVENT = 'POST /api/event/addevent'
const [image, film] = [await sampleImage('jpeg'), await sampleVideo('vp8.webm')]

anyDatabase((engine) => {
  const server = suiteServer({ engine })
  const staff = suiteSession(server, 'superadmin')
  beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }))
  beforeEach(async () => {
    for (const table of ['events', 'photos', 'home_videos', 'idempotency_keys', 'pictures', 'jobs'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const photo = (field = 'image', bytes: Uint8Array = image): FormPart => ({ field, name: 'cow.jpg', bytes })
  const video = (): FormPart => ({ field: 'video', name: 'mela.webm', bytes: film })
  async function send(call: string, key: string, parts: readonly FormPart[], session = staff) {
    const [method, path = ''] = call.split(' /api')
    const answer = await session.form(method as 'POST', path, parts, { 'idempotency-key': key })
    return { status: answer.statusCode, body: answer.json() }
  }

  /** Everything that an upload stores, except smaller versions, which a job adds later. */
  async function stored() {
    const { db, config } = server
    const [events, photos, videos, pending] = await Promise.all([
      db.selectFrom('events').selectAll().execute(),
      db.selectFrom('photos').selectAll().orderBy('id').execute(),
      db.selectFrom('home_videos').selectAll().execute(),
      db.selectFrom('pending_files').selectAll().execute(),
    ])
    const files = (await storedFiles(config.dataDir)).filter((path) => !/-\d+\./.test(path))
    return { events, photos, videos, pending, files }
  }
  const countKeys = async () => (await server.db.selectFrom('idempotency_keys').select('key').execute()).length

  test.each([
    [ADD_EVENT, () => [['title', 'Eye camp'] as const, photo()]],
    ['POST /api/galleryphoto/addPhoto', () => [['sectionName', 'School'] as const, photo('images'), photo('images')]],
    ['POST /api/homevideo/addvideo', () => [['title', 'Aarti'] as const, video()]],
  ])('runs %s, and an update of its result, once per key', async (add, partsOf) => {
    const addKey = newKey()
    const first = await send(add, addKey, partsOf())
    expect(first.status).toBe(200)
    const afterFirst = await stored()
    expect(await send(add, addKey.toUpperCase(), partsOf())).toEqual(first)
    expect(await stored()).toEqual(afterFirst)

    const { _id } = [first.body.data].flat()[0]
    const [change, parts] = {
      [ADD_EVENT]: [`PUT /api/event/${_id}`, [photo()]],
      'POST /api/galleryphoto/addPhoto': [`PUT /api/galleryphoto/School/${_id}`, [photo()]],
      'POST /api/homevideo/addvideo': ['PUT /api/homevideo/updatevideo', [['_id', _id] as const, video()]],
    }[add] as [string, FormPart[]]
    const changeKey = newKey()
    const changed = await send(change, changeKey, [['title', 'New'], ...parts])
    expect([changed.status, changed.body.data.title]).toEqual([200, 'New'])
    const later = await send(change, newKey(), [['title', 'Newer'], ...parts])
    const afterLater = await stored()
    expect(await send(change, changeKey, [['title', 'New'], ...parts])).toEqual(changed)
    expect(await stored()).toEqual(afterLater)
    expect(later.body.data.title).toBe('Newer')

    const { length } = await stored().then(({ files }) => files)
    expect(length).toBe(afterFirst.files.length)
    // A retry gets the stored response even after the records were deleted.
    for (const table of ['events', 'photos', 'home_videos'] as const) await server.db.deleteFrom(table).execute()
    expect(await send(change, changeKey, parts)).toEqual(changed)
    expect((await send(change, newKey(), parts)).status).toBe(404)
  })

  test('runs one of several concurrent uploads with the same key', async () => {
    for (const parts of [[['title', 'Eye camp'] as const, photo()], [['title', 'Words alone'] as const]]) {
      const before = await stored()
      const key = newKey()
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(ADD_EVENT, key, parts)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      const after = await stored()
      expect(after.events).toHaveLength(before.events.length + 1)
      expect(after.files).toHaveLength(before.files.length + parts.length - 1)
      expect(after.pending).toEqual([])
    }
    const event = await buildEvent(server.db)
    const key = newKey()
    const changes = await Promise.all(
      Array.from({ length: 6 }, () => send(`PUT /api/event/${event.id}`, key, [photo()])),
    )
    expect(new Set(changes.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await stored()).events.find(({ id }) => id === event.id)?.image_path).toBe(changes[0]?.body.data.image)
  })

  test('responds to a retry before reading the form', async () => {
    const key = newKey()
    const first = await send(ADD_EVENT, key, [['title', 'Eye camp']])
    const headers = { ...staff.bearer, 'idempotency-key': key, 'content-type': 'multipart/form-data; boundary=x' }
    const head = formHead({ path: '/api/event/addevent', headers, bytes: 20_000_000 })
    const { socket, received } = openRaw(server, head)
    await expect.poll(received).toMatch(/\}$/)
    socket.destroy()
    expect(received()).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(JSON.parse(received().split('\r\n\r\n')[1] ?? '')).toEqual(first.body)
  })

  test('stores no key for a refused or failed upload', async () => {
    const key = newKey()
    const refused = await send(ADD_EVENT, key, [photo('image', Buffer.from('no photo'))])
    expect(refused.status).toBe(415)
    vi.spyOn(server.media, 'commit').mockRejectedValueOnce(new Error('The disk failed.'))
    expect((await send(ADD_EVENT, key, [['title', 'Eye camp'], photo()])).status).toBe(500)
    expect([await countKeys(), await stored()]).toMatchObject([0, { events: [], pending: [] }])
    expect((await send(ADD_EVENT, key, [['title', 'Eye camp'], photo()])).status).toBe(200)
    expect([await countKeys(), (await stored()).events.length]).toEqual([1, 1])
  })

  test('rolls the rows back when the key cannot be stored', async () => {
    const { db, media, jobs, app } = server
    const beforeCommit = () => Promise.reject(new Error('The line to the database broke.'))
    const change = changeFiles({ db, media, jobs, log: app.log, beforeCommit }, [], (transaction) =>
      buildEvent(transaction),
    )
    await expect(change).rejects.toThrow('broke')
    expect((await stored()).events).toEqual([])
  })

  describe('a key', () => {
    test('is valid for one admin and one call', async () => {
      const key = newKey()
      const [mine, theirs] = [
        await send(ADD_EVENT, key, [['title', 'Mine']]),
        await send(ADD_EVENT, key, [['title', 'Theirs']], await server.signIn(['Events'])),
      ]
      expect([mine.body.data.title, theirs.body.data.title]).toEqual(['Mine', 'Theirs'])
      const { status, body } = await send('POST /api/homevideo/addvideo', key, [video()])
      expect([status, body.code, body.message]).toEqual([
        409,
        'key_used',
        expect.stringMatching(/already used for another request/),
      ])
      expect((await stored()).videos).toEqual([])
    })

    test('must be 32 hexadecimal characters', async () => {
      for (const key of ['', 'x'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), `${newKey()}, ${newKey()}`]) {
        const { status, body } = await send(ADD_EVENT, key, [['title', 'x']])
        expect([key, status, body.message]).toEqual([key, 400, expect.stringMatching(/must be 32 hexadecimal/)])
      }
      expect((await stored()).events).toEqual([])
    })

    test('expires after a day', async () => {
      const key = newKey()
      await send(ADD_EVENT, key, [['title', 'Yesterday']])
      const created_at = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString()
      await server.db.updateTable('idempotency_keys').set({ created_at }).execute()
      await send(ADD_EVENT, newKey(), [['title', 'Another']])
      expect(await countKeys()).toBe(1)
      await send(ADD_EVENT, key, [['title', 'Today']])
      expect((await stored()).events.map(({ title }) => title).sort()).toEqual(['Another', 'Today', 'Yesterday'])
    })

    test('from the future counts as used now', async () => {
      await send(ADD_EVENT, newKey(), [['title', 'One']])
      const created_at = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString()
      await server.db.updateTable('idempotency_keys').set({ created_at }).execute()
      await send(ADD_EVENT, newKey(), [['title', 'Two']])
      const times = await server.db.selectFrom('idempotency_keys').select('created_at').execute()
      expect(times).toHaveLength(2)
      for (const { created_at } of times) expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now())
    })
  })
})
