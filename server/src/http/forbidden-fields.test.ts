import { exportForAccountant } from '@sevadesk/contract/donations/donation-groups.ts'
import { CONTRACT_CALLS } from '@sevadesk/contract-check/contract-calls.ts'
import type { Selectable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../db/db.ts'
import type { StoredDonor } from '../resources/donors/donor-form.ts'
import { insertDuplicates, pairDuplicate } from '../resources/donors/donor-merge-store.ts'
import { buildAdmin, buildDonation, buildDonor } from '../testing/factories.ts'
import { sampleImage } from '../testing/files/sample-images.ts'
import { sampleVideo } from '../testing/files/sample-videos.ts'
import { FORBIDDEN, LONG_AGO, OTHER_ID } from '../testing/requests/forbidden-fields.ts'
import type { FormPart } from '../testing/requests/forms.ts'
import { JSON_CALLS } from '../testing/requests/json-calls.ts'
import { suiteServer, suiteSession } from '../testing/test-app.ts'

const photo = { field: 'images', name: 'a.jpg', bytes: await sampleImage('jpeg') }
const film = { field: 'video', name: 'a.mp4', bytes: await sampleVideo('index-first.mp4'), type: 'video/mp4' }

let donor: StoredDonor
let donationId: string
/** What the handler of the last call received. */
let received: { body: unknown; query: unknown } = { body: null, query: null }
const server = suiteServer({
  prepare: (app) =>
    void app.addHook('preHandler', async ({ body, query }) => {
      received = { body, query }
    }),
})
const chief = suiteSession(server, 'superadmin')
beforeAll(async () => {
  const phones = ['9876500031']
  donor = await buildDonor(server.db, {
    pan: 'ABCPE1234F',
    otherIdType: 'passport',
    otherId: 'M1234567',
    members: ['MBAPE5678F', 'MBBPE5678F'].map((pan) => ({ id: '', name: 'Member', pan, share: 5000 })),
    address: 'Gandhi Marg',
    notes: 'Calls in the evening',
    phones,
  })
  const given = { donor_id: donor.id, donor_pan: 'ABCPE1234F', receipt_token: 'r1' }
  donationId = (await buildDonation(server.db, given)).id
  const alike = await buildDonor(server.db, { name: 'Alike', phones, address: 'Alike Marg', notes: 'Alike notes' })
  await insertDuplicates(server.db, [pairDuplicate(donor.id, alike.id, 'phone')])
})

const nameOf = ({ endpoint: { method, path } }: (typeof CONTRACT_CALLS)[number]) => `${method} ${path}`
const propertiesOf = (schema: unknown): string[] => Object.keys(Object(Reflect.get(Object(schema), 'properties')))

describe('handlers receive only fields of their schema', () => {
  const withBody = CONTRACT_CALLS.filter(({ schemas }) => schemas.body)

  test('JSON_CALLS lists every call with a JSON body', () => {
    expect(Object.keys(JSON_CALLS).sort()).toEqual(withBody.map(nameOf).sort())
  })

  test.each(withBody.map((call) => [nameOf(call), call] as const))('%s', async (name, { endpoint, schemas }) => {
    received = { body: null, query: null }
    await server.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(':kind', 'event').replace(':id', chief.admin.id)}`,
      headers: chief.bearer,
      payload: { ...FORBIDDEN, ...JSON_CALLS[name] },
    })
    const allowed = propertiesOf(schemas.body)
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(Object(received.body))))
    expect(Object.keys(Object(received.body))).toEqual(expect.arrayContaining(Object.keys(JSON_CALLS[name] ?? {})))
  })

  const withQuery = CONTRACT_CALLS.filter(({ schemas }) => schemas.querystring)
  test.each(withQuery.map((call) => [nameOf(call), call] as const))('%s, in the query string', async (_name, call) => {
    received = { body: null, query: null }
    const names = Object.keys(FORBIDDEN).filter((name) => !propertiesOf(call.schemas.querystring).includes(name))
    const query = names.map((name) => `${name}=sent`).join('&')
    const url = `/api${call.endpoint.path.replace(':id', donor.id).replace(':day', '2026-11-20')}?${query}`
    expect((await server.app.inject({ url, headers: chief.bearer })).statusCode).toBe(200)
    expect(received.query).toEqual({})
  })
})

describe('a form sets only its own fields', () => {
  type Content = 'photos' | 'events' | 'home_videos'
  const text = (fields: Readonly<Record<string, unknown>>) =>
    Object.entries(fields).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    )
  test.each<[Content, string, (id: string) => string, FormPart[]]>([
    ['photos', '/galleryphoto/addPhoto', (id) => `/galleryphoto/School/${id}`, [['sectionName', 'School'], photo]],
    ['events', '/event/addevent', (id) => `/event/${id}`, [{ ...photo, field: 'image' }]],
    ['home_videos', '/homevideo/addvideo', () => '/homevideo/updatevideo', [film]],
  ])('%s, when created and updated', async (table, add, pathOf, own) => {
    const made = await chief.form('POST', add, [...text({ ...FORBIDDEN, title: 'Made' }), ...own])
    expect(made.statusCode).toBe(200)
    const row = async (): Promise<Selectable<Tables[Content]>> =>
      server.db.selectFrom(table).selectAll().executeTakeFirstOrThrow()
    const before = await row()
    expect(before.id).not.toBe(OTHER_ID)
    expect(before.created_at).not.toBe(LONG_AGO)
    expect(JSON.stringify(before)).not.toContain('sent')

    const { id: _id } = before
    const moved = text({ ...FORBIDDEN, sectionName: 'Gaushala', title: 'Changed', _id })
    expect((await chief.form('PUT', pathOf(_id), moved)).statusCode).toBe(200)
    expect(await row()).toEqual({ ...before, title: 'Changed', version: 2 })
  })
})

describe('no response contains a secret', () => {
  const SECRET = /sent-secret|argon2|password|_hash|token_?hash|username_?key|account_?key|donor_?key|search_/i

  test('for any caller of any GET endpoint', async () => {
    await buildAdmin(server.db, { username: 'victim', password_hash: 'sent-secret hash', sections: ['Events'] })
    const holders = ['Dashboard', 'UserInformation', 'Donations', 'Message', 'Admin', 'Profile', 'LoginSessions', 'All']
    const callers = [
      chief,
      ...(await Promise.all([[], ...holders.map((key) => [key])].map((keys) => server.signIn(keys)))),
    ]
    const tokens = callers.map(({ token }) => token)
    const reads = CONTRACT_CALLS.filter(
      ({ endpoint }) => endpoint.method === 'GET' && endpoint.path !== '/openapi.json',
    )
    for (const { endpoint } of reads) {
      for (const { bearer } of callers) {
        const url = `/api${endpoint.path.replace(':section', 'School').replace(':id', donor.id)}`
        const { body } = await server.app.inject({ url, headers: bearer })
        expect([url, SECRET.exec(body)?.[0]]).toEqual([url, undefined])
        expect(tokens.filter((token) => body.includes(token))).toEqual([])
      }
    }
  })

  test('hides sessions of other admins, and their e-mail and sections without the section Admin', async () => {
    const other = await server.signIn(['Events'])
    for (const key of ['Dashboard', 'All'] as const) {
      const session = await server.signIn([key])
      const sessions = await session.get('/admin/sessions')
      expect(sessions.json().data).toHaveLength(1)
      expect(sessions.json().data[0].adminId.username).toBe(session.admin.username)
      const list = (await session.get('/admin')).json().data
      const entry = list.find(({ _id }: { _id: string }) => _id === other.admin.id)
      const counted = ['_id', 'role', 'username']
      expect(Object.keys(entry).sort()).toEqual(
        key === 'Dashboard' ? counted : [...counted, 'createdAt', 'email', 'sections', 'version'].sort(),
      )
    }
  })

  test('shows no whole PAN in any list, and address and notes of a donor only with Donations', async () => {
    const callers = [chief, await server.signIn(['Donations']), await server.signIn(['UserInformation'])]
    // The history records the export for the accountant, who needs whole PANs.
    const reads = CONTRACT_CALLS.filter(
      ({ endpoint }) => endpoint.method === 'GET' && endpoint.path !== exportForAccountant.path,
    )
    const seen = await Promise.all(
      callers.map(async ({ bearer }) => {
        const urls = reads.map(
          ({ endpoint: { path } }) => `/api${path.replace(':id', path.startsWith('/donate') ? donationId : donor.id)}`,
        )
        const answers = await Promise.all(urls.map((url) => server.app.inject({ url, headers: bearer })))
        const text = answers.map(({ body }) => body).join('\n')
        const isShown = (part: string) => text.includes(part)
        return {
          whole: ['ABCPE1234F', 'M1234567', 'MBAPE5678F', 'MBBPE5678F'].filter(isShown),
          masked: ['••••••234F', '••••4567', '••••••678F', 'Alike'].filter(isShown).length,
          hidden: ['Gandhi Marg', 'Calls in the evening', 'Alike Marg', 'Alike notes'].filter(isShown).length,
        }
      }),
    )
    expect(seen).toEqual([
      { whole: [], masked: 4, hidden: 4 },
      { whole: [], masked: 4, hidden: 4 },
      { whole: [], masked: 4, hidden: 0 },
    ])
  })

  test('for an account without sections, in any call', async () => {
    const { bearer } = await server.signIn([])
    for (const call of CONTRACT_CALLS) {
      const url = `/api${call.endpoint.path.replace(/:\w+/g, chief.admin.id)}`
      const payload = { ...FORBIDDEN, password: 'sent-secret' }
      const { body } = await server.app.inject({
        method: call.endpoint.method,
        url,
        headers: bearer,
        payload: call.schemas.body ? payload : '',
      })
      if (call.endpoint.path !== '/openapi.json')
        expect([url, /sent-secret|argon2|SQLITE|at \w+ \(/.exec(body)?.[0]]).toEqual([url, undefined])
    }
  })
})
