import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GALLERY_KEYS, GALLERY_SECTIONS, SECTION_KEYS } from '@sevadesk/contract/accounts/section.ts'
import type { InjectOptions, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashBookAccess } from '../testing/access-table/cash-book-access.ts'
import { donationAccess } from '../testing/access-table/donation-access.ts'
import { donorAccess } from '../testing/access-table/donor-access.ts'
import { giftAccess } from '../testing/access-table/gift-access.ts'
import { LIST_ROUTES } from '../testing/access-table/list-routes.ts'
import { secondStepAccess } from '../testing/access-table/second-step-access.ts'
import { sessionAccess } from '../testing/access-table/session-access.ts'
import { SETTINGS_ROUTES } from '../testing/access-table/settings-routes.ts'
import { MAY_RESTORE, TRASH_ROUTES } from '../testing/access-table/trash-routes.ts'
import { preparedApp } from '../testing/prepared-app.ts'
import { formCall } from '../testing/requests/form-call.ts'
import type { TestApp } from '../testing/test-app.ts'

const SUPERADMIN_READS = ['/api/system', '/api/history', '/api/history/export', '/api/admin/superadmins']

/** Without a session, without a section, with each section or gallery key alone, and superadmin. */
const CALLERS = ['nobody', 'no section', ...SECTION_KEYS, ...GALLERY_KEYS, 'superadmin'] as const
type Caller = (typeof CALLERS)[number]

/** Callers with access to everything. */
const FULL: readonly Caller[] = ['All', 'superadmin']
const SIGNED_IN = CALLERS.filter((caller) => caller !== 'nobody')

interface Row {
  /** Method and URL pattern, as registered. */
  route: string
  call: InjectOptions & { url: string }
  allowed: readonly Caller[]
}

/** Without a Razorpay account the donation calls would return 503. */
const RAZORPAY = {
  RAZORPAY_KEY_ID: 'key',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'secret of a webhook',
}

const ID = 'aaaaaaaaaaaaaaaaaaaaaaaa'

const TABLE: readonly Row[] = [
  { route: 'GET /*', call: { url: '/gaushala' }, allowed: CALLERS },
  { route: 'GET /config.json', call: { url: '/config.json' }, allowed: CALLERS },
  { route: 'GET /media/*', call: { url: '/media/aa/nothing.jpg' }, allowed: CALLERS },
  { route: 'GET /api/health', call: { url: '/api/health' }, allowed: CALLERS },
  { route: 'GET /api/openapi.json', call: { url: '/api/openapi.json' }, allowed: CALLERS },
  { route: 'POST /api/admin/login', call: { method: 'POST', url: '/api/admin/login', payload: {} }, allowed: CALLERS },
  { route: 'POST /api/admin/logout', call: { method: 'POST', url: '/api/admin/logout' }, allowed: CALLERS },
  { route: 'GET /api/admin/me', call: { url: '/api/admin/me' }, allowed: SIGNED_IN },
  {
    route: 'PUT /api/admin/me/language',
    call: { method: 'PUT', url: '/api/admin/me/language', payload: { language: 'hi' } },
    allowed: SIGNED_IN,
  },
  ...sessionAccess(ID).map((row) => ({ ...row, allowed: SIGNED_IN })),
  { route: 'POST /api/editing', call: { method: 'POST', url: '/api/editing', payload: {} }, allowed: SIGNED_IN },
  ...secondStepAccess(ID),
  { route: 'GET /api/admin', call: { url: '/api/admin' }, allowed: ['Admin', 'Dashboard', ...FULL] },
  {
    route: 'POST /api/admin/addadmin',
    // Invalid, so that no allowed caller creates an account.
    call: { method: 'POST', url: '/api/admin/addadmin', payload: { username: '', email: '', password: '' } },
    allowed: ['Admin', ...FULL],
  },
  {
    route: 'PUT /api/admin/update-password',
    call: {
      method: 'PUT',
      url: '/api/admin/update-password',
      payload: { oldPassword: '', newPassword: '', confirmPassword: '' },
    },
    allowed: SIGNED_IN,
  },
  {
    route: 'PUT /api/admin/:id',
    call: { method: 'PUT', url: `/api/admin/${ID}`, payload: {} },
    allowed: ['Admin', ...FULL],
  },
  {
    route: 'DELETE /api/admin/:id',
    call: { method: 'DELETE', url: `/api/admin/${ID}` },
    allowed: ['Admin', ...FULL],
  },
  ...donationAccess(ID),
  ...donorAccess(ID),
  ...giftAccess(ID),
  ...cashBookAccess(ID).map((row) => ({ ...row, allowed: ['Donations', ...FULL] as const })),
  ...SUPERADMIN_READS.map((url) => ({ route: `GET ${url}`, call: { url }, allowed: ['superadmin'] as const })),
  { route: 'GET /api/lists', call: { url: '/api/lists' }, allowed: SIGNED_IN },
  { route: 'GET /api/donate/choices', call: { url: '/api/donate/choices' }, allowed: CALLERS },
  ...[...LIST_ROUTES, ...SETTINGS_ROUTES].map((row) => ({ ...row, allowed: ['superadmin'] as const })),
  ...TRASH_ROUTES.map((row) => ({ ...row, allowed: [...MAY_RESTORE, ...FULL] })),
  { route: 'GET /api/donate/held', call: { url: '/api/donate/held' }, allowed: ['Donations', ...FULL] },
  ...['record', 'refunded'].map((name) => ({
    route: `POST /api/donate/:id/held/:paymentId/${name}`,
    call: { method: 'POST', url: `/api/donate/${ID}/held/pay_1/${name}` } as const,
    allowed: ['Donations', ...FULL] as const,
  })),
  {
    route: 'GET /api/donate/successful',
    call: { url: '/api/donate/successful' },
    allowed: ['Dashboard', 'Donations', ...FULL],
  },
  {
    route: 'POST /api/donate/receipt/:token',
    call: { method: 'POST', url: '/api/donate/receipt/nothing' },
    allowed: CALLERS,
  },
  { route: 'GET /api/event', call: { url: '/api/event' }, allowed: CALLERS },
  {
    route: 'POST /api/event/addevent',
    call: { method: 'POST', url: '/api/event/addevent', ...formCall({ title: 'x' }) },
    allowed: ['Events', ...FULL],
  },
  {
    route: 'PUT /api/event/:id',
    call: { method: 'PUT', url: `/api/event/${ID}`, ...formCall({ title: 'x' }) },
    allowed: ['Events', ...FULL],
  },
  {
    route: 'DELETE /api/event/:id',
    call: { method: 'DELETE', url: `/api/event/${ID}` },
    allowed: ['Events', ...FULL],
  },
  { route: 'GET /api/homevideo/getvideo', call: { url: '/api/homevideo/getvideo' }, allowed: CALLERS },
  {
    route: 'POST /api/homevideo/addvideo',
    call: { method: 'POST', url: '/api/homevideo/addvideo', ...formCall({ title: 'x' }) },
    allowed: ['HomeVideo', ...FULL],
  },
  {
    route: 'PUT /api/homevideo/updatevideo',
    call: { method: 'PUT', url: '/api/homevideo/updatevideo', ...formCall({ _id: ID }) },
    allowed: ['HomeVideo', ...FULL],
  },
  {
    route: 'DELETE /api/homevideo/deletevideo/:id',
    call: { method: 'DELETE', url: `/api/homevideo/deletevideo/${ID}` },
    allowed: ['HomeVideo', ...FULL],
  },
  { route: 'GET /api/message/getMessage', call: { url: '/api/message/getMessage' }, allowed: ['Message', ...FULL] },
  {
    route: 'DELETE /api/message/deleteMessage/:id',
    call: { method: 'DELETE', url: `/api/message/deleteMessage/${ID}` },
    allowed: ['Message', ...FULL],
  },
  {
    route: 'POST /api/message/addMessage',
    call: { method: 'POST', url: '/api/message/addMessage', payload: {} },
    allowed: CALLERS,
  },
  ...['order', 'verify', 'webhook'].map((name) => ({
    route: `POST /api/donate/${name}`,
    call: { method: 'POST', url: `/api/donate/${name}`, payload: {} } as const,
    allowed: CALLERS,
  })),
  ...GALLERY_SECTIONS.flatMap(({ key, name }): Row[] => [
    { route: 'GET /api/galleryphoto/:section', call: { url: `/api/galleryphoto/${name}` }, allowed: CALLERS },
    {
      route: 'POST /api/galleryphoto/addPhoto',
      call: { method: 'POST', url: '/api/galleryphoto/addPhoto', ...formCall({ sectionName: name }) },
      allowed: ['Gallery', key, ...FULL],
    },
    {
      route: 'PUT /api/galleryphoto/:section/:id',
      call: { method: 'PUT', url: `/api/galleryphoto/${name}/${ID}`, ...formCall({ title: 'x' }) },
      allowed: ['Gallery', key, ...FULL],
    },
    {
      route: 'DELETE /api/galleryphoto/:section/:id',
      call: { method: 'DELETE', url: `/api/galleryphoto/${name}/${ID}` },
      allowed: ['Gallery', key, ...FULL],
    },
  ]),
]

let server: TestApp
let panelDir: string
const registered: RouteOptions[] = []
beforeAll(async () => {
  panelDir = await mkdtemp(join(tmpdir(), 'sevadesk-panel-'))
  await writeFile(join(panelDir, 'index.html'), '<title>panel</title>')
  server = await preparedApp((app) => void app.addHook('onRoute', (route) => void registered.push(route)), {
    panelDir,
    env: RAZORPAY,
  })
})
afterAll(async () => {
  await server.close()
  await rm(panelDir, { recursive: true })
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

describe.each(TABLE.map((row) => [`${row.call.method ?? 'GET'} ${row.call.url}`, row] as const))(
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

test('refuses callers without the right before the body is parsed', async () => {
  const callers = [
    ['nobody', 401, await headersOf('nobody')],
    ['no section', 403, await headersOf('no section')],
  ] as const
  for (const [caller, status, headers] of callers) {
    for (const { route, call, allowed } of TABLE) {
      if (allowed.includes(caller) || call.method === undefined) continue
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
