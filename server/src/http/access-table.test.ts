import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DONATION_RIGHTS, type DonationRight } from '@sevadesk/contract/accounts/donation-rights.ts'
import { GALLERY_KEYS, GALLERY_SECTIONS, SECTION_KEYS } from '@sevadesk/contract/accounts/section.ts'
import type { InjectOptions, RouteOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { suiteFolder } from '../testing/files/test-folder.ts'
import { formOf } from '../testing/requests/forms.ts'
import { suiteServer, suiteSession } from '../testing/test-app.ts'

/** Without a session, without a section, with each section or gallery key alone, and superadmin. */
const CALLERS = ['nobody', 'no section', ...SECTION_KEYS, ...GALLERY_KEYS, 'superadmin'] as const
type Caller = (typeof CALLERS)[number]

/** Callers with access to everything. */
const FULL: readonly Caller[] = ['All', 'superadmin']
const SIGNED_IN = CALLERS.filter((caller) => caller !== 'nobody')
const DONATIONS: readonly Caller[] = ['Donations', ...FULL]
const CONTACTS: readonly Caller[] = ['UserInformation', ...DONATIONS]
const MAY_RESTORE: readonly Caller[] = [
  ...(['Gallery', ...GALLERY_KEYS, 'HomeVideo', 'Events', 'Message', 'Admin'] as const),
  ...CONTACTS,
]

/** Without a Razorpay account the donation calls would return 503. */
const RAZORPAY = {
  RAZORPAY_KEY_ID: 'key',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'secret of a webhook',
}

interface Row {
  /** Method and URL pattern, as registered. */
  route: string
  call: InjectOptions & { method: 'GET'; url: string }
  allowed: readonly Caller[]
}

/** The id of no record. */
const ID = 'aaaaaaaaaaaaaaaaaaaaaaaa'

/** A call of a route. By default its record does not exist and its body is invalid, so that it changes nothing. */
function row(route: string, allowed: readonly Caller[], call: Omit<Partial<Row['call']>, 'method'> = {}): Row {
  const [method = '', path = ''] = route.split(' ')
  const body = ['POST', 'PUT'].includes(method) && { payload: {} }
  return { route, allowed, call: { method: method as 'GET', url: path.replace(/:\w+/g, ID), ...body, ...call } }
}
const rows = (allowed: readonly Caller[], ...routes: string[]) => routes.map((route) => row(route, allowed))

const TRASHED = { payload: { items: [{ kind: 'photo', _id: ID }] } }

const TABLE: readonly Row[] = [
  row('GET /*', CALLERS, { url: '/gaushala' }),
  row('GET /media/*', CALLERS, { url: '/media/aa/nothing.jpg' }),
  ...rows(
    CALLERS,
    ...['GET /config.json', 'GET /api/health', 'GET /api/ready', 'GET /api/openapi.json'],
    ...['POST /api/admin/login', 'POST /api/admin/login/second-step', 'POST /api/admin/logout'],
    ...['GET /api/donate/choices', 'POST /api/donate/receipt/:token', 'POST /api/donate/order'],
    ...['POST /api/donate/verify', 'POST /api/donate/webhook', 'POST /api/message/addMessage'],
    ...['GET /api/event', 'GET /api/homevideo/getvideo'],
  ),
  ...rows(
    SIGNED_IN,
    ...['GET /api/admin/me', 'PUT /api/admin/update-password', 'POST /api/editing', 'GET /api/lists'],
    ...['GET /api/admin/sessions', 'POST /api/admin/sessions/:sessionId/revoke'],
    ...['POST /api/admin/sessions/revoke-others', 'DELETE /api/admin/sessions/:sessionId'],
    ...['DELETE /api/admin/sessions/:sessionId/trust', 'POST /api/admin/me/second-step/set-up'],
    ...['GET /api/admin/me/second-step', 'DELETE /api/admin/me/second-step'],
  ),
  row('PUT /api/admin/me/language', SIGNED_IN, { payload: { language: 'hi' } }),
  ...['confirm', 'code', 'recovery-codes'].map((name) =>
    row(`POST /api/admin/me/second-step/${name}`, SIGNED_IN, { payload: { code: '-' } }),
  ),
  ...rows(['Admin', 'Dashboard', ...FULL], 'GET /api/admin'),
  ...rows(['Admin', ...FULL], 'POST /api/admin/addadmin', 'PUT /api/admin/:id', 'DELETE /api/admin/:id'),
  ...rows(
    CONTACTS,
    ...['GET /api/donate', 'GET /api/donate/:id', 'DELETE /api/donate/:id'],
    ...['', '/duplicates', '/:id', '/:id/gifts'].map((path) => `GET /api/donors${path}`),
  ),
  ...rows(['Dashboard', ...DONATIONS], 'GET /api/donate/successful'),
  ...rows(
    DONATIONS,
    ...['summary', 'summary/matches', 'export', 'fields', 'groups', 'accountant', 'held'].map(
      (name) => `GET /api/donate/${name}`,
    ),
    ...['numbers', 'held/:paymentId/record', 'held/:paymentId/refunded'].map((name) => `POST /api/donate/:id/${name}`),
    ...['POST /api/donate/:id/receipt', 'GET /api/donors/:id/receipts', 'GET /api/donors/:id/certificates'],
    ...['GET /api/donors/certificates/:id', 'DELETE /api/donors/certificates/:id'],
    ...['POST /api/donors', 'PUT /api/donors/:id', 'POST /api/donors/:id/numbers', 'POST /api/donors/:id/merge'],
    ...['merges/:id/undo', 'duplicates/:id/dismiss', 'duplicates/:id/same'].map((name) => `POST /api/donors/${name}`),
    ...['GET /api/gifts/:id', 'POST /api/gifts', 'PUT /api/gifts/:id', 'POST /api/gifts/:id/receipt'],
    ...['GET /api/cash-books', 'GET /api/deposit-slips', 'GET /api/deposit-slips/open'],
    ...['GET /api/deposit-slips/:id', 'POST /api/deposit-slips', 'POST /api/deposit-slips/:id/cancel'],
  ),
  row('POST /api/donors/:id/certificates', DONATIONS, formOf(['year', '2025-26'])),
  row('POST /api/gifts/:id/cheque', DONATIONS, { payload: { step: 'cleared', on: '2026-04-01' } }),
  row('POST /api/gifts/:id/cheque/undo', DONATIONS, { payload: { step: 'cleared' } }),
  row('GET /api/cash-book/:day', DONATIONS, { url: '/api/cash-book/2026-11-20' }),
  row('POST /api/cash-book/:day/close', DONATIONS, { url: '/api/cash-book/2100-01-01/close' }),
  ...rows(
    ['superadmin'],
    ...['GET /api/system', 'GET /api/history', 'GET /api/history/export', 'GET /api/admin/superadmins'],
    ...['GET /api/settings', 'GET /api/settings/export', 'POST /api/settings/preview'],
    ...['GET /api/lists/purposes/texts', 'PUT /api/lists/purposes/texts'],
    ...['purposes', 'institutions'].flatMap((list) => [
      ...[`POST /api/lists/${list}`, `PUT /api/lists/${list}/:id`, `PUT /api/lists/${list}/order`],
    ]),
  ),
  row('GET /api/settings/versions/:version', ['superadmin'], { url: '/api/settings/versions/7' }),
  row('PUT /api/settings', ['superadmin'], { payload: { content: {} } }),
  ...rows(MAY_RESTORE, 'GET /api/trash'),
  row('GET /api/trash/:kind/:id/picture', MAY_RESTORE, { url: `/api/trash/photo/${ID}/picture` }),
  row('POST /api/trash/:kind/:id/restore', MAY_RESTORE, { url: `/api/trash/photo/${ID}/restore` }),
  row('POST /api/trash/restore', MAY_RESTORE, TRASHED),
  row('POST /api/trash/delete', MAY_RESTORE, TRASHED),
  row('POST /api/event/addevent', ['Events', ...FULL], formOf(['title', 'x'])),
  row('PUT /api/event/:id', ['Events', ...FULL], formOf(['title', 'x'])),
  ...rows(['Events', ...FULL], 'DELETE /api/event/:id'),
  row('POST /api/homevideo/addvideo', ['HomeVideo', ...FULL], formOf(['title', 'x'])),
  row('PUT /api/homevideo/updatevideo', ['HomeVideo', ...FULL], formOf(['_id', ID])),
  ...rows(['HomeVideo', ...FULL], 'DELETE /api/homevideo/deletevideo/:id'),
  ...rows(['Message', ...FULL], 'GET /api/message/getMessage', 'DELETE /api/message/deleteMessage/:id'),
  ...GALLERY_SECTIONS.flatMap(({ key, name }) => {
    const allowed = ['Gallery', key, ...FULL] as const
    const [section, photo] = [`/api/galleryphoto/${name}`, `/api/galleryphoto/${name}/${ID}`]
    return [
      row('GET /api/galleryphoto/:section', CALLERS, { url: section }),
      row('POST /api/galleryphoto/addPhoto', allowed, formOf(['sectionName', name])),
      row('PUT /api/galleryphoto/:section/:id', allowed, { url: photo, ...formOf(['title', 'x']) }),
      row('DELETE /api/galleryphoto/:section/:id', allowed, { url: photo }),
    ]
  }),
]

const panelDir = suiteFolder()
writeFileSync(join(panelDir, 'index.html'), '<title>panel</title>')
const registered: RouteOptions[] = []
const server = suiteServer({
  panelDir,
  env: RAZORPAY,
  prepare: (app) => void app.addHook('onRoute', (route) => void registered.push(route)),
})

const sessions = new Map<Caller, Record<string, string>>()

async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'nobody') return {}
  const existing = sessions.get(caller)
  if (existing) return existing
  const sections = caller === 'no section' ? [] : [caller]
  const { bearer } = await server.signIn(caller === 'superadmin' ? caller : sections)
  sessions.set(caller, bearer)
  return bearer
}

/** Signs in again and repeats the call if an earlier one has ended the caller's session. */
async function statusFor(caller: Caller, call: Row['call']): Promise<number> {
  const inject = async () =>
    (await server.app.inject({ ...call, headers: { ...call.headers, ...(await headersOf(caller)) } })).statusCode
  const status = await inject()
  if (status !== 401 || caller === 'nobody') return status
  sessions.delete(caller)
  return inject()
}

test('the table lists exactly the registered routes', () => {
  const routes = registered.flatMap(({ method, url }) => [method].flat().map((name) => `${name} ${url}`))
  const unique = new Set(routes.filter((route) => !/^(HEAD|OPTIONS) /.test(route)))
  expect(unique.size).toBeGreaterThan(10)
  expect([...unique].sort()).toEqual([...new Set(TABLE.map(({ route }) => route))].sort())
})

test('HEAD requires the same access as GET', () => {
  const accessOf = (wanted: string, address: string) =>
    registered.find(({ method, url }) => [method].flat().includes(wanted) && url === address)?.config?.access
  const heads = registered.filter(({ method }) => [method].flat().includes('HEAD'))
  expect(heads.length).toBeGreaterThan(0)
  for (const { url } of heads) expect([url, accessOf('HEAD', url)]).toEqual([url, accessOf('GET', url)])
})

test('calls that return a file have no HEAD', () => {
  const isFile = ({ config }: RouteOptions) => config?.endpoint?.schemas.about.contentType !== undefined
  const files = registered.filter(isFile).map(({ url }) => url)
  expect(files).toContain('/api/donors/certificates/:id')
  const heads = registered.filter(({ method }) => [method].flat().includes('HEAD')).map(({ url }) => url)
  expect(heads.filter((url) => files.includes(url))).toEqual([])
})

describe.each(TABLE.map((row) => [`${row.call.method} ${row.call.url}`, row] as const))(
  '%s',
  (_name, { call, allowed }) => {
    test('allows exactly the listed callers', async () => {
      const outcomes: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const caller of CALLERS) {
        const statusCode = await statusFor(caller, call)
        outcomes[caller] =
          { 401: 'sign in first', 403: 'refused' }[statusCode] ?? (statusCode < 500 ? 'let in' : `${statusCode}`)
        const refusal = caller === 'nobody' ? 'sign in first' : 'refused'
        expected[caller] = allowed.includes(caller) ? 'let in' : refusal
      }
      expect(outcomes).toEqual(expected)
    })
  },
)

/** What each route needs of a caller who holds Donations. */
const DONATION_ROUTES: Readonly<Record<DonationRight, readonly string[]>> = {
  view: [
    ...['', '/successful', '/:id', '/summary', '/summary/matches', '/fields', '/groups', '/held'].map(
      (path) => `GET /api/donate${path}`,
    ),
    ...['', '/duplicates', '/:id', '/:id/gifts', '/:id/receipts', '/:id/certificates', '/certificates/:id'].map(
      (path) => `GET /api/donors${path}`,
    ),
    ...['GET /api/gifts/:id', 'GET /api/cash-books', 'GET /api/cash-book/:day'],
    ...['', '/open', '/:id'].map((path) => `GET /api/deposit-slips${path}`),
    ...['POST /api/donate/:id/numbers', 'POST /api/donors/:id/numbers'],
  ],
  enter: [
    ...['record', 'refunded'].map((name) => `POST /api/donate/:id/held/:paymentId/${name}`),
    ...['POST /api/gifts', 'PUT /api/gifts/:id', 'POST /api/gifts/:id/cheque', 'POST /api/gifts/:id/cheque/undo'],
    ...['POST /api/donors', 'PUT /api/donors/:id', 'POST /api/donors/:id/merge', 'POST /api/donors/merges/:id/undo'],
    ...['dismiss', 'same'].map((name) => `POST /api/donors/duplicates/:id/${name}`),
    ...['POST /api/donors/:id/certificates', 'DELETE /api/donors/certificates/:id', 'POST /api/deposit-slips'],
  ],
  cancel: [
    ...['DELETE /api/donate/:id', 'POST /api/donate/:id/receipt', 'POST /api/gifts/:id/receipt'],
    'POST /api/deposit-slips/:id/cancel',
  ],
  export: ['GET /api/donate/export', 'GET /api/donate/accountant'],
  close: ['POST /api/cash-book/:day/close'],
}

test('refuses a holder of Donations exactly what needs a right that the account lacks', async () => {
  const all = TABLE.filter(({ allowed }) => allowed.includes('Donations') && !allowed.includes('no section'))
  const inDonations = all.filter(({ route }) => !route.includes('/api/trash'))
  expect(inDonations.map(({ route }) => route).sort()).toEqual(Object.values(DONATION_ROUTES).flat().sort())
  for (const missing of DONATION_RIGHTS) {
    const { bearer, admin } = await server.signIn(['Donations'])
    const held = JSON.stringify(DONATION_RIGHTS.filter((right) => right !== missing))
    await server.db.updateTable('admins').set({ donation_rights: held }).where('id', '=', admin.id).execute()
    const refused: string[] = []
    for (const { route, call } of inDonations) {
      const { statusCode } = await server.app.inject({ ...call, headers: { ...call.headers, ...bearer } })
      if (statusCode === 403) refused.push(route)
    }
    // Viewing is part of every right.
    expect(refused.sort(), missing).toEqual(missing === 'view' ? [] : DONATION_ROUTES[missing].toSorted())
  }
})

test('refuses callers without the right before the body is parsed', async () => {
  const callers = [
    ['nobody', 401, await headersOf('nobody')],
    ['no section', 403, await headersOf('no section')],
  ] as const
  for (const [caller, status, headers] of callers) {
    for (const { route, call, allowed } of TABLE) {
      if (allowed.includes(caller) || call.method === 'GET') continue
      const answer = await server.app.inject({
        method: call.method,
        url: call.url,
        payload: '{"',
        headers: { 'content-type': 'application/json', ...headers },
      })
      expect([route, caller, answer.statusCode]).toEqual([route, caller, status])
    }
  }
})

/** Public routes stay open too, because they need no session. */
const OPEN_BEFORE_PASSWORD = [
  'GET /api/admin/me',
  'PUT /api/admin/me/language',
  'PUT /api/admin/update-password',
  'POST /api/admin/logout',
]

test('until the password is changed, only that change, /admin/me, its language, logout and public routes are open', async () => {
  for (const { route, call, allowed } of TABLE) {
    const { bearer, admin } = await server.signIn('superadmin')
    await server.db.updateTable('admins').set({ must_change_password: 1 }).where('id', '=', admin.id).execute()
    const { statusCode, body } = await server.app.inject({ ...call, headers: { ...call.headers, ...bearer } })
    const isOpen = allowed.includes('nobody') || OPEN_BEFORE_PASSWORD.includes(route)
    const outcome = statusCode === 403 && body.includes('must_change_password') ? 'refused' : 'let in'
    expect([route, outcome]).toEqual([route, isOpen ? 'let in' : 'refused'])
  }
})

/** Content types that a page of another site can send without a preflight. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']
const ORIGINS = [
  'https://evil.example',
  'null',
  'http://localhost:4000.evil.example',
  'https://localhost:4000',
  undefined,
]

/** Every writing call that requires a session. */
const writingCalls = () =>
  registered.flatMap(({ method, url, config }) => {
    const needsSession = config?.access !== 'public' && config?.access !== 'site'
    const methods = [method].flat().filter((name) => ['POST', 'PUT', 'DELETE', 'PATCH'].includes(name))
    return needsSession ? methods.map((name) => ({ method: name as 'POST', url: url.replace(/:\w+/g, ID) })) : []
  })

async function everything(): Promise<string> {
  const tables = ['admins', 'sessions', 'photos', 'events', 'home_videos', 'messages', 'donations', 'history'] as const
  const rows = await Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

describe('a page of another site with the cookie of a superadmin', () => {
  const chief = suiteSession(server, 'superadmin')

  test.each(ORIGINS)('changes nothing by any call from origin %j', async (origin) => {
    expect(writingCalls().length).toBeGreaterThan(15)
    const before = await everything()
    for (const call of writingCalls()) {
      for (const type of FORM_TYPES) {
        const headers = { cookie: chief.cookie.cookie, 'content-type': type, ...(origin !== undefined && { origin }) }
        const answer = await server.app.inject({ ...call, headers, payload: 'username=x' })
        expect([call.url, answer.statusCode]).toEqual([call.url, 403])
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
        expect(answer.cookies).toEqual([])
      }
    }
    expect(await everything()).toBe(before)
  })

  test('changes nothing with a JSON body', async () => {
    const before = await everything()
    for (const call of writingCalls()) {
      const headers = { ...chief.cookie, origin: 'https://evil.example', 'content-type': 'application/json' }
      const { statusCode } = await server.app.inject({ ...call, headers, payload: '{}' })
      expect([call.url, statusCode]).toEqual([call.url, 403])
    }
    expect(await everything()).toBe(before)
  })

  test('can neither sign in nor out', async () => {
    for (const url of ['/api/admin/login', '/api/admin/logout']) {
      for (const origin of ['https://evil.example', 'null']) {
        const payload = { username: 'x', password: 'y' }
        const headers = { ...chief.cookie, origin }
        const answer = await server.app.inject({ method: 'POST', url, headers, payload })
        expect([url, answer.statusCode, answer.cookies]).toEqual([url, 403, []])
      }
    }
    expect((await server.app.inject({ url: '/api/admin/me', headers: chief.cookie })).statusCode).toBe(200)
  })
})
