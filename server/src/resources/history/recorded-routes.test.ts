import type { InjectOptions, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableNames } from '../../db/engine.ts'
import { buildAdmin, buildDonation, buildEvent } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { sampleVideo } from '../../testing/files/sample-videos.ts'
import { certificateCalls } from '../../testing/gifts/certificate-calls.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { preparedApp } from '../../testing/prepared-app.ts'
import { cashBookCalls } from '../../testing/recorded-calls/cash-book-calls.ts'
import { donorCalls } from '../../testing/recorded-calls/donor-calls.ts'
import { giftRoutes } from '../../testing/recorded-calls/gift-routes.ts'
import { listCalls } from '../../testing/recorded-calls/list-calls.ts'
import { secondStepCalls } from '../../testing/recorded-calls/second-step-calls.ts'
import { formOf } from '../../testing/requests/forms.ts'
import type { TestApp, TestSession } from '../../testing/test-app.ts'
import { hashPassword } from '../accounts/passwords/password-hash-service.ts'
import { findHead } from './history-store.ts'

const NOT_RECORDED = [
  // What visitors send is content, and nobody of the trust changes it.
  'POST /api/message/addMessage',
  'POST /api/donate/order',
  // Draws a picture, and stores nothing.
  'POST /api/settings/preview',
  // A hint, kept in memory.
  'POST /api/editing',
  // These change nothing until a code confirms them, or only prolong what the session may do.
  'POST /api/admin/me/second-step/set-up',
  'POST /api/admin/me/second-step/code',
]

/** Files that show a signed-in user what the list shows too. */
const FILES_NOT_RECORDED = ['GET /api/trash/:kind/:id/picture']

/** Tables that no record is kept in: limits, jobs, and what derives from other tables. */
const BOOKKEEPING =
  /^(history|rate_limit|refused_|jobs|pending_files|pictures|idempotency_keys|donation_|donor_search|open_orders)/

const PASSWORD = 'Correct-1!'
const NEW_PASSWORD = { oldPassword: PASSWORD, newPassword: 'Better-22!', confirmPassword: 'Better-22!' }

let razorpay: FakeRazorpay
let server: TestApp
let admin: TestSession
const registered: RouteOptions[] = []
beforeAll(async () => {
  razorpay = await fakeRazorpay()
  server = await preparedApp((app) => void app.addHook('onRoute', (route) => void registered.push(route)), {
    env: razorpay.env,
  })
  admin = await server.signIn('superadmin')
  const password_hash = await hashPassword(PASSWORD, server.config.argon2)
  await server.db.updateTable('admins').set({ password_hash }).where('id', '=', admin.admin.id).execute()
})
afterAll(async () => {
  await server.close()
  await razorpay.close()
})

type Call = Omit<InjectOptions, 'url'> & { url: string }

const inject = async ({ headers, ...call }: Call) => {
  const answer = await server.app.inject({ ...call, headers: { ...admin.bearer, ...headers } })
  expect([call.url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([call.url, 200, ''])
  return answer
}
const form = async (url: string, method: 'POST' | 'PUT', fields: Record<string, string>, file?: 'image' | 'video') => {
  const bytes = file === 'video' ? await sampleVideo('index-first.mp4') : await sampleImage('jpeg')
  const field = url.includes('addPhoto') ? 'images' : (file ?? '')
  const parts = file ? [{ field, name: `x.${file === 'video' ? 'mp4' : 'jpg'}`, bytes }] : []
  return { url, method, ...formOf(...Object.entries(fields), ...parts) }
}
const idOf = async (call: Promise<Call> | Call) => {
  const { data } = (await inject(await call)).json()
  return String((Array.isArray(data) ? data[0] : data)._id)
}
const newPhoto = () =>
  idOf(form('/api/galleryphoto/addPhoto', 'POST', { sectionName: 'School', title: 'Mela' }, 'image'))
const newVideo = () => idOf(form('/api/homevideo/addvideo', 'POST', { title: 'Aarti' }, 'video'))
const newSession = async () => {
  await server.signIn([])
  const { id } = await server.db.selectFrom('sessions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await server.db.updateTable('sessions').set({ admin_id: admin.admin.id }).where('id', '=', id).execute()
  return id
}
const newMessage = async () => {
  const row = { id: 'a'.repeat(24), name: 'Asha', email: 'a@b.example', subject: '', message: 'x', created_at: '' }
  await server.db.insertInto('messages').values(row).execute()
  return row.id
}
const newTrashed = async () => {
  const { id } = await buildEvent(server.db)
  await inject({ method: 'DELETE', url: `/api/event/${id}` })
  return id
}
const severalOf = (way: 'restore' | 'delete', id: string): Call => ({
  method: 'POST',
  url: `/api/trash/${way}`,
  payload: { items: [{ kind: 'event', _id: id }] },
})
const newOrder = async (): Promise<string> => {
  const payload = { amount: 50_000, donorName: 'Asha', donorPhone: '9876543210' }
  return (await inject({ method: 'POST', url: '/api/donate/order', payload })).json().data.orderId
}
const held = async (way: 'record' | 'refunded'): Promise<Call> => {
  const payment = razorpay.addPayment({ order_id: await newOrder(), amount: 70_000 })
  await inject({ method: 'POST', url: '/api/donate/webhook', ...razorpay.deliver('payment.captured', payment) })
  const refunded = { ...payment, status: 'refunded', amount_refunded: 70_000, refund_status: 'full' }
  if (way === 'refunded') razorpay.payments.set(payment.id, refunded)
  const { donation_id } = await server.db
    .selectFrom('held_payments')
    .select('donation_id')
    .where('payment_id', '=', payment.id)
    .executeTakeFirstOrThrow()
  return { method: 'POST', url: `/api/donate/${donation_id}/held/${payment.id}/${way}` }
}

/** Every route that changes something, and the exports of personal data, with a call that succeeds. */
const CALLS: Readonly<Record<string, () => Promise<Call> | Call>> = {
  'POST /api/admin/login': () => {
    const payload = { username: admin.admin.username, password: PASSWORD }
    return { method: 'POST', url: '/api/admin/login', payload, headers: { authorization: '' } }
  },
  'POST /api/admin/logout': async () => {
    const { bearer } = await server.signIn([])
    return { method: 'POST', url: '/api/admin/logout', headers: bearer }
  },
  'PUT /api/admin/me/language': () => ({
    method: 'PUT',
    url: '/api/admin/me/language',
    payload: { language: 'hi' },
  }),
  'POST /api/admin/sessions/:sessionId/revoke': async () => ({
    method: 'POST',
    url: `/api/admin/sessions/${await newSession()}/revoke`,
  }),
  'DELETE /api/admin/sessions/:sessionId': async () => ({
    method: 'DELETE',
    url: `/api/admin/sessions/${await newSession()}`,
  }),
  'POST /api/admin/sessions/revoke-others': async () => {
    await newSession()
    return { method: 'POST', url: '/api/admin/sessions/revoke-others' }
  },
  'POST /api/admin/addadmin': () => {
    const payload = { username: 'meera', email: 'm@b.example', password: PASSWORD, sections: ['Events'] }
    return { method: 'POST', url: '/api/admin/addadmin', payload }
  },
  'PUT /api/admin/update-password': () => ({
    method: 'PUT',
    url: '/api/admin/update-password',
    payload: NEW_PASSWORD,
  }),
  'PUT /api/admin/:id': async () => {
    const { id } = await buildAdmin(server.db)
    return { method: 'PUT', url: `/api/admin/${id}`, payload: { sections: ['Donations'] } }
  },
  'DELETE /api/admin/:id': async () => {
    const { id } = await buildAdmin(server.db)
    return { method: 'DELETE', url: `/api/admin/${id}` }
  },
  'DELETE /api/donate/:id': async () => {
    const { id } = await buildDonation(server.db)
    return { method: 'DELETE', url: `/api/donate/${id}` }
  },
  'POST /api/donate/:id/numbers': async () => {
    const { id } = await buildDonation(server.db, { donor_pan: 'ABCPE1234F' })
    return { method: 'POST', url: `/api/donate/${id}/numbers` }
  },
  ...donorCalls(() => server.db, inject),
  ...certificateCalls(
    () => server.db,
    (call) => idOf(call),
  ),
  ...giftRoutes((call) => idOf(call)),
  'PUT /api/settings': () => ({ method: 'PUT', url: '/api/settings', payload: { content: { name: 'Seva Trust' } } }),
  'POST /api/donate/verify': async () => {
    const payload = razorpay.proofOf(razorpay.addPayment({ order_id: await newOrder() }))
    return { method: 'POST', url: '/api/donate/verify', payload }
  },
  'POST /api/donate/webhook': async () => {
    const payment = razorpay.addPayment({ order_id: await newOrder() })
    return { method: 'POST', url: '/api/donate/webhook', ...razorpay.deliver('payment.captured', payment) }
  },
  'POST /api/donate/:id/held/:paymentId/record': () => held('record'),
  'POST /api/donate/:id/held/:paymentId/refunded': () => held('refunded'),
  'POST /api/donate/receipt/:token': async () => {
    const payload = razorpay.proofOf(razorpay.addPayment({ order_id: await newOrder() }))
    await inject({ method: 'POST', url: '/api/donate/verify', payload })
    const donations = server.db.selectFrom('donations').select('receipt_token').where('receipt_token', 'is not', null)
    const { receipt_token } = await donations.executeTakeFirstOrThrow()
    return { method: 'POST', url: `/api/donate/receipt/${receipt_token}` }
  },
  ...secondStepCalls(() => server),
  ...listCalls(() => server.db),
  ...cashBookCalls(() => server.db),
  'POST /api/trash/:kind/:id/restore': async () => {
    const id = await newTrashed()
    return { method: 'POST', url: `/api/trash/event/${id}/restore`, payload: {} }
  },
  'POST /api/trash/restore': async () => severalOf('restore', await newTrashed()),
  'POST /api/trash/delete': async () => severalOf('delete', await newTrashed()),
  'GET /api/donate/export': () => ({ url: '/api/donate/export' }),
  'GET /api/donate/accountant': () => ({ url: '/api/donate/accountant?basis=received' }),
  'GET /api/history/export': () => ({ url: '/api/history/export' }),
  'GET /api/settings/export': () => ({ url: '/api/settings/export' }),
  'POST /api/event/addevent': () => form('/api/event/addevent', 'POST', { title: 'Annakut' }, 'image'),
  'PUT /api/event/:id': async () => {
    const { id } = await buildEvent(server.db)
    return form(`/api/event/${id}`, 'PUT', { title: 'Annakut' })
  },
  'DELETE /api/event/:id': async () => {
    const { id } = await buildEvent(server.db)
    return { method: 'DELETE', url: `/api/event/${id}` }
  },
  'POST /api/homevideo/addvideo': () => form('/api/homevideo/addvideo', 'POST', { title: 'Aarti' }, 'video'),
  'PUT /api/homevideo/updatevideo': async () =>
    form('/api/homevideo/updatevideo', 'PUT', { _id: await newVideo(), title: 'Puja' }),
  'DELETE /api/homevideo/deletevideo/:id': async () => ({
    method: 'DELETE',
    url: `/api/homevideo/deletevideo/${await newVideo()}`,
  }),
  'POST /api/galleryphoto/addPhoto': () =>
    form('/api/galleryphoto/addPhoto', 'POST', { sectionName: 'School', title: 'Mela' }, 'image'),
  'PUT /api/galleryphoto/:section/:id': async () =>
    form(`/api/galleryphoto/School/${await newPhoto()}`, 'PUT', { title: 'Fair' }),
  'DELETE /api/galleryphoto/:section/:id': async () => ({
    method: 'DELETE',
    url: `/api/galleryphoto/School/${await newPhoto()}`,
  }),
  'DELETE /api/message/deleteMessage/:id': async () => ({
    method: 'DELETE',
    url: `/api/message/deleteMessage/${await newMessage()}`,
  }),
}

test('the table lists every route that may change something', () => {
  const routes = registered.flatMap(({ method, url }) => [method].flat().map((name) => `${name} ${url}`))
  const writing = new Set(routes.filter((route) => !/^(GET|HEAD|OPTIONS) /.test(route)))
  const listed = Object.keys(CALLS).filter((route) => !route.startsWith('GET '))
  expect([...listed, ...NOT_RECORDED].sort()).toEqual([...writing].sort())
})

test('the table lists every route that returns a file, unless no history needs it', () => {
  const files = registered.flatMap(({ method, url, config }) =>
    config?.endpoint?.schemas.about.contentType !== undefined && method === 'GET' ? [`GET ${url}`] : [],
  )
  const listed = Object.keys(CALLS).filter((route) => route.startsWith('GET '))
  expect([...listed, ...FILES_NOT_RECORDED].sort()).toEqual(files.sort())
})

async function readRecords(): Promise<Map<string, string>> {
  const names = (await tableNames(server.db)).filter((name) => !BOOKKEEPING.test(name))
  const read = async (name: string) => {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(server.db)
    // Any call may change when its session was last seen, once a minute.
    return [name, JSON.stringify(rows.map((row) => ({ ...row, last_seen_at: undefined })))] as const
  }
  return new Map(await Promise.all(names.map(read)))
}

test.each(Object.entries(CALLS))('%s changes nothing without a row of the history', async (name, prepare) => {
  const call = await prepare()
  const [before, head] = [await readRecords(), await findHead(server.db)]
  await inject(call)
  await server.jobs.idle()
  const after = await readRecords()
  const changed = [...after].filter(([table, rows]) => rows !== before.get(table))
  const isExport = name.startsWith('GET ') || /donate\/receipt|numbers/.test(name)
  expect(changed.length > 0).toBe(!isExport)
  expect((await findHead(server.db)).n).toBeGreaterThan(head.n)
})
