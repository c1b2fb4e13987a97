import { describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { buildAdmin } from '../testing/factories.ts'
import { sampleImage } from '../testing/files/sample-images.ts'
import { sampleVideo } from '../testing/files/sample-videos.ts'
import { storedFiles } from '../testing/files/stored-files.ts'
import { historyOf } from '../testing/history.ts'
import { type FormPart, formOf } from '../testing/requests/forms.ts'
import { type CallOptions, sharedTestApp } from '../testing/shared-app.ts'

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
  const here = sharedTestApp({ engine, as: 'superadmin' })
  const send = (method: 'POST' | 'PUT', path: string, parts: FormPart[], headers: { [name: string]: string } = {}) => {
    const form = formOf(...parts)
    return here.send(method, `/${path}`, form.payload, { headers: { ...form.headers, ...headers } })
  }

  describe.each(Object.entries(KINDS))('%s', (_name, kind) => {
    const list = async (): Promise<Record[]> => (await here.app.inject(`/api/${kind.list}`)).json().data
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

    test('counts the saves with the version of the response before, with * and without the header', async () => {
      const { _id, version } = await add()
      expect(version).toBe(1)
      for (const [at, ifMatch] of ['"1"', '"2"', '*'].entries())
        expect((await change(_id, 'Second', { ifMatch })).json().data).toMatchObject({ version: at + 2 })
      expect((await change(_id, 'Last')).statusCode).toBe(200)
      expect(await current(_id)).toMatchObject({ title: 'Last', version: 5 })
    })

    test('answers 412 with the current record to an older and to an unknown version, before it reads the file', async () => {
      const { _id } = await add()
      await change(_id, 'Theirs')
      const before = await storedFiles(here.config.dataDir)
      const entries = await historyOf(here.db, _id)
      const unreadable = { ...kind.file, bytes: Buffer.from('no picture') }
      for (const [ifMatch, file] of [
        ['"1"', kind.file],
        ['"99"', kind.file],
        ['""', unreadable],
      ] as const) {
        const answer = await change(_id, 'Mine', { ifMatch, files: [file] })
        expect(answer.statusCode).toBe(412)
        expect(answer.json()).toEqual({
          success: false,
          code: 'version_conflict',
          message: expect.stringContaining('meanwhile'),
          current: await current(_id),
        })
      }
      expect(await current(_id)).toMatchObject({ title: 'Theirs', version: 2 })
      expect(await storedFiles(here.config.dataDir)).toEqual(before)
      expect(await historyOf(here.db, _id)).toEqual(entries)
    })

    test('refuses a malformed header, and a record that does not exist', async () => {
      const { _id } = await add()
      expect((await change(_id, 'Mine', { ifMatch: '1' })).statusCode).toBe(400)
      expect((await change('a'.repeat(24), 'Mine', { ifMatch: '"1"' })).statusCode).toBe(404)
    })

    test('lets one of 20 saves of the same version win, and keeps the files of that one', async () => {
      const { _id } = await add()
      const others = (await storedFiles(here.config.dataDir)).length
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          change(_id, `Save ${n}`, { ifMatch: '"1"', files: n % 4 ? [] : [kind.file] }),
        ),
      )
      const won = answers.filter(({ statusCode }) => statusCode === 200)
      expect(won).toHaveLength(1)
      expect(answers.filter(({ statusCode }) => statusCode === 412)).toHaveLength(19)
      expect(await current(_id)).toEqual(won[0]?.json().data)
      await here.jobs.idle()
      const files = await storedFiles(here.config.dataDir)
      expect(files.filter((path) => path.startsWith('/tmp/'))).toEqual([])
      expect(await here.db.selectFrom('pending_files').selectAll().execute()).toEqual([])
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
    const put = (id: string, sent: object, options?: CallOptions) => here.send('PUT', `/admin/${id}`, sent, options)

    test('lets one of 20 saves of the same version win', async () => {
      const { id } = await buildAdmin(here.db)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => put(id, { email: `${n}@example.org` }, { version: 1 })),
      )
      const won = answers.filter(({ statusCode }) => statusCode === 200)
      expect(won).toHaveLength(1)
      const refused = answers.find(({ statusCode }) => statusCode === 412)
      expect(refused?.json()).toMatchObject({ code: 'version_conflict', current: won[0]?.json().data })
      expect(won[0]?.json().data).toMatchObject({ _id: id, version: 2 })
    })

    test('counts a new password, which another save must not replace unseen', async () => {
      const { id } = await buildAdmin(here.db)
      expect((await put(id, { password: 'Fine#2026' }, { version: 1 })).json().data).toMatchObject({ version: 2 })
      const refused = await put(id, { password: 'Other#2026' }, { version: 1 })
      expect(refused.statusCode).toBe(412)
      expect(refused.body).not.toMatch(/argon2|password_hash/)
    })

    test('protects the own profile, whose version is in /admin/me', async () => {
      const by = await here.signIn([])
      const own = by.admin
      const me = () => here.read('/admin/me', { by })
      expect((await me()).version).toBe(1)
      await put(own.id, { email: 'theirs@example.org' })
      const refused = await put(own.id, { username: own.username, email: 'mine@example.org' }, { by, version: 1 })
      expect(refused.json()).toMatchObject({ code: 'version_conflict', current: { email: 'theirs@example.org' } })
      expect(await me()).toMatchObject({ email: 'theirs@example.org', version: 2 })
      expect((await put(own.id, { email: 'mine@example.org' }, { by, version: 2 })).statusCode).toBe(200)
    })

    test('shows the current record only to who may change it', async () => {
      const chief = here.staff.admin
      const answer = await put(chief.id, { email: 'a@example.org' }, { by: await here.signIn(['Admin']), version: 99 })
      expect(answer.statusCode).toBe(403)
      expect(answer.body).not.toContain(chief.email)
    })
  })
})
