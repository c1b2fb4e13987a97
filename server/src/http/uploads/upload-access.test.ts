import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildEvent } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { sampleVideo } from '../../testing/files/sample-videos.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { type FormPart, formOf } from '../../testing/requests/forms.ts'
import { suiteServer, type TestSession } from '../../testing/test-app.ts'

const photo = await sampleImage('jpeg')

anyDatabase((engine) => {
  const server = suiteServer({ engine })

  /** Sends a form whose last bytes wait until `meanwhile` is done. */
  async function send(call: string, parts: FormPart[], session: TestSession, meanwhile: () => Promise<unknown>) {
    const [method = '', url = ''] = call.split(' ')
    const { payload, headers } = formOf(...parts)
    const half = payload.length - 100
    async function* body() {
      yield payload.subarray(0, half)
      // The route's access check has passed once the file is being received.
      await expect.poll(async () => (await files()).some((path) => path.startsWith('/tmp/'))).toBe(true)
      await meanwhile()
      yield payload.subarray(half)
    }
    const answer = await server.app.inject({
      method: method as 'POST' | 'PUT',
      url,
      payload: Readable.from(body()),
      headers: { ...headers, ...session.bearer, 'idempotency-key': 'ab'.repeat(16) },
    })
    return { status: answer.statusCode, code: answer.json().code }
  }

  const files = () => storedFiles(server.config.dataDir)
  async function stored() {
    const tables = ['events', 'photos', 'home_videos', 'pending_files', 'pictures', 'idempotency_keys'] as const
    const rows = tables.map((table) => server.db.selectFrom(table).selectAll().execute())
    return [await Promise.all(rows), await files()]
  }

  const adminOf = ({ admin }: TestSession) => server.db.updateTable('admins').where('id', '=', admin.id)
  const sessionOf = ({ admin }: TestSession) => server.db.updateTable('sessions').where('admin_id', '=', admin.id)
  const longAgo = '2020-01-01T00:00:00.000Z'
  const ENDINGS: [string, (session: TestSession) => Promise<unknown>, number][] = [
    ['the session was revoked', (session) => sessionOf(session).set({ revoked_at: longAgo }).execute(), 401],
    ['the session expired', (session) => sessionOf(session).set({ expires_at: longAgo }).execute(), 401],
    ['the right was taken away', (session) => adminOf(session).set({ sections: '["Dashboard"]' }).execute(), 403],
    ['the password must be changed', (session) => adminOf(session).set({ must_change_password: 1 }).execute(), 403],
    [
      'the account was deleted',
      ({ admin }) => server.db.deleteFrom('admins').where('id', '=', admin.id).execute(),
      401,
    ],
  ]

  const photoPart = (field: string): FormPart => ({ field, name: 'cow.jpg', bytes: photo })
  const EVENT: FormPart[] = [['title', 'Eye camp'], photoPart('image')]

  test.each(ENDINGS)('stores nothing if during the upload %s', async (_name, end, status) => {
    const session = await server.signIn(['Events'])
    const before = await stored()
    expect((await send('POST /api/event/addevent', EVENT, session, () => end(session))).status).toBe(status)
    expect(await stored()).toEqual(before)
  })

  test('stores no photo and no video of a session that was revoked during the upload', async () => {
    const before = await stored()
    const film: FormPart = { field: 'video', name: 'mela.webm', bytes: await sampleVideo('vp8.webm') }
    const uploads: [string, FormPart[]][] = [
      ['POST /api/galleryphoto/addPhoto', [['sectionName', 'School'], photoPart('images')]],
      ['POST /api/homevideo/addvideo', [['title', 'Aarti'], film]],
    ]
    for (const [call, parts] of uploads) {
      const session = await server.signIn(['School', 'HomeVideo'])
      const revoke = () => sessionOf(session).set({ revoked_at: longAgo }).execute()
      expect((await send(call, parts, session, revoke)).status).toBe(401)
      expect(await stored()).toEqual(before)
    }
  })

  test('stores nothing if only the right to this gallery was taken away', async () => {
    const session = await server.signIn(['School', 'Gaushala'])
    const before = await stored()
    const parts: FormPart[] = [['sectionName', 'School'], photoPart('images')]
    const meanwhile = () => adminOf(session).set({ sections: '["Gaushala"]' }).execute()
    expect(await send('POST /api/galleryphoto/addPhoto', parts, session, meanwhile)).toMatchObject({ status: 403 })
    expect(await stored()).toEqual(before)
  })

  test('keeps the old picture if the right to replace it was taken away', async () => {
    const { id } = await buildEvent(server.db, { title: 'Old' })
    const session = await server.signIn(['Events'])
    const before = await stored()
    const meanwhile = () => adminOf(session).set({ sections: '[]' }).execute()
    const parts: FormPart[] = [['title', 'New'], photoPart('image')]
    expect((await send(`PUT /api/event/${id}`, parts, session, meanwhile)).status).toBe(403)
    expect(await stored()).toEqual(before)
  })

  test('does not count the time of the upload as idle', async () => {
    const session = await server.signIn(['Events'])
    const meanwhile = () => {
      // By the end of the upload, the session has been idle for longer than the limit.
      const last_seen_at = new Date(Date.now() - server.config.sessionIdleMs).toISOString()
      return sessionOf(session).set({ last_seen_at }).execute()
    }
    expect((await send('POST /api/event/addevent', EVENT, session, meanwhile)).status).toBe(200)
  })
})
