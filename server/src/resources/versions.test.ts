import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { buildAdmin } from '../testing/factories.ts'
import { sampleImage } from '../testing/files/sample-images.ts'
import { sampleVideo } from '../testing/files/sample-videos.ts'
import { storedFiles } from '../testing/files/stored-files.ts'
import { historyOf } from '../testing/history.ts'
import { type FormPart, formOf } from '../testing/requests/forms.ts'
import { type TestApp, type TestSession, testApp } from '../testing/test-app.ts'

const photo = await sampleImage('jpeg')
const film = await sampleVideo('vp8.webm')

interface Record {
  _id: string
  title: string
  version: number
}

interface Kind {
  add: [path: string, parts: FormPart[]]
  change: (id: string) => [path: string, parts: FormPart[]]
  list: string
  file: FormPart
}

const KINDS: { [name: string]: Kind } = {
  photo: {
    add: ['galleryphoto/addPhoto', [['sectionName', 'School'], { field: 'images', name: 'a.jpg', bytes: photo }]],
    change: (id) => [`galleryphoto/School/${id}`, []],
    list: 'galleryphoto/School',
    file: { field: 'image', name: 'new.jpg', bytes: photo },
  },
  'home video': {
    add: ['homevideo/addvideo', [{ field: 'video', name: 'a.webm', bytes: film, type: 'video/webm' }]],
    change: (id) => ['homevideo/updatevideo', [['_id', id]]],
    list: 'homevideo/getvideo',
    file: { field: 'video', name: 'new.webm', bytes: film, type: 'video/webm' },
  },
  event: {
    add: ['event/addevent', []],
    change: (id) => [`event/${id}`, []],
    list: 'event',
    file: { field: 'image', name: 'new.jpg', bytes: photo },
  },
}

eachDatabase((engine) => {
  let server: TestApp
  let staff: TestSession
  beforeAll(async () => {
    server = await testApp({ engine })
    staff = await server.signIn('superadmin')
  })
  afterAll(() => server.close())

  async function send(method: 'POST' | 'PUT', path: string, parts: FormPart[], headers: object = {}) {
    const form = formOf(...parts)
    return server.app.inject({
      method,
      url: `/api/${path}`,
      payload: form.payload,
      headers: { ...form.headers, ...staff.bearer, ...headers },
    })
  }

  describe.each(Object.entries(KINDS))('%s', (_name, kind) => {
    const list = async (): Promise<Record[]> => (await server.app.inject(`/api/${kind.list}`)).json().data
    const current = async (id: string) => (await list()).find(({ _id }) => _id === id)
    const change = (id: string, title: string, { ifMatch, files = [], ...headers }: Change = {}) => {
      const [path, parts] = kind.change(id)
      return send('PUT', path, [...parts, ['title', title], ...files], {
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...headers,
      })
    }
    interface Change {
      ifMatch?: string
      files?: FormPart[]
      'idempotency-key'?: string
    }
    async function add(): Promise<Record> {
      const [path, parts] = kind.add
      const { data } = (await send('POST', path, [['title', 'First'], ...parts])).json()
      return Array.isArray(data) ? data[0] : data
    }

    test('counts the saves, and accepts the version of the response before', async () => {
      const { _id, version } = await add()
      expect(version).toBe(1)
      expect((await change(_id, 'Second', { ifMatch: '"1"' })).json().data).toMatchObject({ version: 2 })
      expect((await change(_id, 'Third', { ifMatch: '"2"' })).json().data).toMatchObject({ version: 3 })
      expect(await current(_id)).toMatchObject({ title: 'Third', version: 3 })
    })

    test('saves as specified without the header, and with *', async () => {
      const { _id } = await add()
      expect((await change(_id, 'Second')).statusCode).toBe(200)
      expect((await change(_id, 'Third', { ifMatch: '*' })).statusCode).toBe(200)
      expect(await current(_id)).toMatchObject({ title: 'Third', version: 3 })
    })

    test('answers 412 with the current record to an older and to an unknown version', async () => {
      const { _id } = await add()
      await change(_id, 'Theirs')
      const before = await storedFiles(server.config.dataDir)
      const entries = await historyOf(server.db, _id)
      for (const ifMatch of ['"1"', '"99"', '""']) {
        const answer = await change(_id, 'Mine', { ifMatch, files: [kind.file] })
        expect(answer.statusCode).toBe(412)
        expect(answer.json()).toEqual({
          success: false,
          code: 'version_conflict',
          message: expect.stringContaining('meanwhile'),
          current: await current(_id),
        })
      }
      expect(await current(_id)).toMatchObject({ title: 'Theirs', version: 2 })
      expect(await storedFiles(server.config.dataDir)).toEqual(before)
      expect(await historyOf(server.db, _id)).toEqual(entries)
    })

    test('refuses an older version before it reads the file', async () => {
      const { _id } = await add()
      await change(_id, 'Theirs')
      const unreadable = { ...kind.file, bytes: Buffer.from('no picture') }
      expect((await change(_id, 'Mine', { ifMatch: '"1"', files: [unreadable] })).statusCode).toBe(412)
    })

    test('refuses a malformed header, and a record that does not exist', async () => {
      const { _id } = await add()
      expect((await change(_id, 'Mine', { ifMatch: '1' })).statusCode).toBe(400)
      expect((await change('a'.repeat(24), 'Mine', { ifMatch: '"1"' })).statusCode).toBe(404)
    })

    test('lets one of 20 saves of the same version win, and keeps the files of that one', async () => {
      const { _id } = await add()
      const others = (await storedFiles(server.config.dataDir)).length
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          change(_id, `Save ${n}`, { ifMatch: '"1"', files: n % 4 ? [] : [kind.file] }),
        ),
      )
      const won = answers.filter(({ statusCode }) => statusCode === 200)
      expect(won).toHaveLength(1)
      expect(answers.filter(({ statusCode }) => statusCode === 412)).toHaveLength(19)
      expect(await current(_id)).toEqual(won[0]?.json().data)
      await server.jobs.idle()
      const files = await storedFiles(server.config.dataDir)
      expect(files.filter((path) => path.startsWith('/tmp/'))).toEqual([])
      expect(await server.db.selectFrom('pending_files').selectAll().execute()).toEqual([])
      expect(files.filter((path) => !path.includes('-')).length).toBeLessThanOrEqual(others)
    })

    test('answers a repeated request like the first, although it changed the version', async () => {
      const { _id } = await add()
      const repeated = { ifMatch: '"1"', files: [kind.file], 'idempotency-key': 'ab'.repeat(12) + _id.slice(16) }
      const answers = await Promise.all([change(_id, 'Once', repeated), change(_id, 'Once', repeated)])
      answers.push(await change(_id, 'Once', repeated))
      for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json())
      expect(await current(_id)).toMatchObject({ title: 'Once', version: 2 })
    })
  })

  describe('admin', () => {
    const put = (id: string, body: object, ifMatch?: string, { bearer } = staff) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/admin/${id}`,
        payload: body,
        headers: { ...bearer, ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
      })

    test('lets one of 20 saves of the same version win', async () => {
      const { id } = await buildAdmin(server.db)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => put(id, { email: `${n}@example.org` }, '"1"')),
      )
      const won = answers.filter(({ statusCode }) => statusCode === 200)
      expect(won).toHaveLength(1)
      const refused = answers.find(({ statusCode }) => statusCode === 412)
      expect(refused?.json()).toMatchObject({ code: 'version_conflict', current: won[0]?.json().data })
      expect(won[0]?.json().data).toMatchObject({ _id: id, version: 2 })
    })

    test('counts a new password, which another save must not replace unseen', async () => {
      const { id } = await buildAdmin(server.db)
      expect((await put(id, { password: 'Fine#2026' }, '"1"')).json().data).toMatchObject({ version: 2 })
      const refused = await put(id, { password: 'Other#2026' }, '"1"')
      expect(refused.statusCode).toBe(412)
      expect(refused.body).not.toMatch(/argon2|password_hash/)
    })

    test('protects the own profile, whose version is in /admin/me', async () => {
      const own = await server.signIn([])
      const me = async () => (await server.app.inject({ url: '/api/admin/me', headers: own.bearer })).json()
      expect((await me()).version).toBe(1)
      await put(own.admin.id, { email: 'theirs@example.org' })
      const refused = await put(own.admin.id, { username: own.admin.username, email: 'mine@example.org' }, '"1"', own)
      expect(refused.json()).toMatchObject({ code: 'version_conflict', current: { email: 'theirs@example.org' } })
      expect(await me()).toMatchObject({ email: 'theirs@example.org', version: 2 })
      expect((await put(own.admin.id, { email: 'mine@example.org' }, '"2"', own)).statusCode).toBe(200)
    })

    test('shows the current record only to who may change it', async () => {
      const holder = await server.signIn(['Admin'])
      const answer = await put(staff.admin.id, { email: 'a@example.org' }, '"99"', holder)
      expect(answer.statusCode).toBe(403)
      expect(answer.body).not.toContain(staff.admin.email)
    })
  })
})
