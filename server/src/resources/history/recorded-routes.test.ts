import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { InjectOptions, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableNames } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import {
  buildAdmin,
  buildDonation,
  buildDonor,
  buildEvent,
  buildInstitution,
  buildPurpose,
} from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { sampleVideo } from '../../testing/files/sample-videos.ts'
import { certificateForm } from '../../testing/gifts/certificate-calls.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { CASH, CHEQUE } from '../../testing/gifts/gift-calls.ts'
import { buildBookedGift } from '../../testing/gifts/offline-gift-factories.ts'
import { formOf } from '../../testing/requests/forms.ts'
import { addSecondStepUser, addUser, codeOf, PASSWORD, type SecondStepUser } from '../../testing/second-step.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'
import { hashPassword } from '../accounts/passwords/password-hash-service.ts'
import { insertDuplicates, nameDuplicate } from '../donors/donor-merge-store.ts'
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

let cheques = 0
const newCheque = () => ({
  ...CHEQUE,
  instrumentNumber: `${++cheques}`.padStart(6, '0'),
  receivedOn: today(),
  instrumentDate: today(),
})

const NEW_PASSWORD = { oldPassword: PASSWORD, newPassword: 'Better-22!', confirmPassword: 'Better-22!' }
const DAY = '2026-11-20'

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())
const registered: RouteOptions[] = []
const server = suiteServer({
  env: razorpay.env,
  prepare: (app) => void app.addHook('onRoute', (route) => void registered.push(route)),
})
const admin = suiteSession(server, 'superadmin')
beforeAll(async () => {
  const password_hash = await hashPassword(PASSWORD, server.config.argon2)
  await server.db.updateTable('admins').set({ password_hash }).where('id', '=', admin.admin.id).execute()
})

/** A call of a route. `ids` replace the parameters of its path, one after the other. */
type Call = Pick<InjectOptions, 'payload' | 'headers'> & { ids?: string[]; query?: string }

function callOf(route: string, { ids = [], query = '', ...call }: Call): InjectOptions & { url: string } {
  const [method, path = ''] = route.split(' ')
  const rest = [...ids]
  return { method: method as 'GET', url: path.replace(/:\w+/g, () => rest.shift() ?? '') + query, ...call }
}
async function inject({ headers, ...call }: InjectOptions & { url: string }) {
  const answer = await server.app.inject({ ...call, headers: { ...admin.bearer, ...headers } })
  expect([call.url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([call.url, 200, ''])
  return answer
}
const send = async (route: string, call: Call = {}) => (await inject(callOf(route, call))).json().data
/** Returns the id of the record that the call of the route adds. */
const add = async (route: string): Promise<string> => {
  const data = await send(route, await CALLS[route]?.())
  return (Array.isArray(data) ? data[0] : data)._id
}

const image = async (field: string) => ({ field, name: 'x.jpg', bytes: await sampleImage('jpeg') })
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
  await send('DELETE /api/event/:id', { ids: [id] })
  return id
}
const trashed = async () => ({ payload: { items: [{ kind: 'event', _id: await newTrashed() }] } })
const newPayment = async (given: object = {}) => {
  const payload = { amount: 50_000, donorName: 'Asha', donorPhone: '9876543210' }
  const { orderId } = await send('POST /api/donate/order', { payload })
  return razorpay.addPayment({ order_id: orderId, ...given })
}
const proof = async () => ({ payload: razorpay.proofOf(await newPayment()) })
/** The ids of a donation and of a payment that is held for it. */
const newHeld = async () => {
  const payment = await newPayment({ amount: 70_000 })
  await send('POST /api/donate/webhook', razorpay.deliver('payment.captured', payment))
  const held = server.db.selectFrom('held_payments').select('donation_id').where('payment_id', '=', payment.id)
  return { payment, ids: [(await held.executeTakeFirstOrThrow()).donation_id, payment.id] }
}
const mergeable = async () => {
  const [survivor, merged] = [await buildDonor(server.db), await buildDonor(server.db)]
  return { ids: [survivor.id], payload: { mergedId: merged.id, take: ['name'] } }
}
const otherName = async () => {
  const donor = await buildDonor(server.db)
  await buildDonation(server.db, { donor_id: donor.id, donor_name: 'Ravi' })
  await insertDuplicates(server.db, [nameDuplicate(donor.id, 'Ravi')])
  const found = server.db.selectFrom('donor_duplicates').select('id').where('donor_id', '=', donor.id)
  return { ids: [(await found.executeTakeFirstOrThrow()).id] }
}
const entry = () => {
  const name = `Entry ${newId()}`
  return { nameEn: name, nameHi: name }
}
const newOrder = async (table: 'purposes' | 'institutions') => {
  for (const _ of [1, 2]) await (table === 'purposes' ? buildPurpose(server.db) : buildInstitution(server.db))
  const rows = await server.db.selectFrom(table).select('id').orderBy('id', 'desc').execute()
  return { payload: { ids: rows.map(({ id }) => id) } }
}
const today = () => zonedDate(Date.now(), 'Asia/Kolkata')
const cleared = () => ({ payload: { step: 'cleared', on: today() } })

let users = 0
const newUser = () => {
  users += 1
  return addSecondStepUser(server, `second-step-${users}`)
}
/** The second call of a sign-in, without the caller's session, which the new one would replace. */
const secondCall = async ({ username, code }: SecondStepUser) => {
  const { ticket } = (await server.post('/admin/login', { username, password: PASSWORD })).json()
  return { payload: { ticket, code: code(1), trustDevice: true }, headers: { authorization: '' } }
}

/** Every route that changes something, and the exports of personal data, with a call that succeeds. */
const CALLS: Readonly<Record<string, () => Promise<Call> | Call>> = {
  'POST /api/admin/login': () => ({
    payload: { username: admin.admin.username, password: PASSWORD },
    headers: { authorization: '' },
  }),
  'POST /api/admin/login/second-step': async () => secondCall(await newUser()),
  'POST /api/admin/logout': async () => ({ headers: (await server.signIn([])).bearer }),
  'PUT /api/admin/me/language': () => ({ payload: { language: 'hi' } }),
  'POST /api/admin/sessions/:sessionId/revoke': async () => ({ ids: [await newSession()] }),
  'DELETE /api/admin/sessions/:sessionId': async () => ({ ids: [await newSession()] }),
  'POST /api/admin/sessions/revoke-others': async () => {
    await newSession()
    return {}
  },
  'DELETE /api/admin/sessions/:sessionId/trust': async () => {
    const { token } = (
      await inject(callOf('POST /api/admin/login/second-step', await secondCall(await newUser())))
    ).json()
    const headers = { authorization: `Bearer ${token}` }
    const sessions: { sessionId: string; trustedUntil?: string }[] = await send('GET /api/admin/sessions', { headers })
    return { ids: [sessions.find(({ trustedUntil }) => trustedUntil)?.sessionId ?? ''], headers }
  },
  'POST /api/admin/me/second-step/confirm': async () => {
    users += 1
    const username = `second-step-${users}`
    await addUser(server, { username })
    const { token } = (await server.post('/admin/login', { username, password: PASSWORD })).json()
    const headers = { authorization: `Bearer ${token}` }
    const { key } = await send('POST /api/admin/me/second-step/set-up', { headers })
    return { payload: { code: codeOf(key) }, headers }
  },
  'POST /api/admin/me/second-step/recovery-codes': async () => ({ headers: (await newUser()).bearer }),
  'DELETE /api/admin/me/second-step': async () => ({ headers: (await newUser()).bearer }),
  'POST /api/admin/addadmin': () => ({
    payload: { username: 'meera', email: 'm@b.example', password: PASSWORD, sections: ['Events'] },
  }),
  'PUT /api/admin/update-password': () => ({ payload: NEW_PASSWORD }),
  'PUT /api/admin/:id': async () => ({
    ids: [(await buildAdmin(server.db)).id],
    payload: { sections: ['Donations'] },
  }),
  'DELETE /api/admin/:id': async () => ({ ids: [(await buildAdmin(server.db)).id] }),
  'DELETE /api/donate/:id': async () => ({ ids: [(await buildDonation(server.db)).id] }),
  'POST /api/donate/:id/numbers': async () => ({
    ids: [(await buildDonation(server.db, { donor_pan: 'ABCPE1234F' })).id],
  }),
  'POST /api/donate/:id/receipt': async () => {
    await send('POST /api/donate/verify', await proof())
    const paid = server.db.selectFrom('donations').selectAll().where('receipt_token', 'is not', null)
    const { id } = await paid.orderBy('n', 'desc').executeTakeFirstOrThrow()
    await server.db.updateTable('donations').set({ lost_amount: 1 }).where('id', '=', id).execute()
    return { ids: [id] }
  },
  'POST /api/donors': () => ({ payload: { name: 'Asha' } }),
  'PUT /api/donors/:id': async () => ({ ids: [(await buildDonor(server.db)).id], payload: { name: 'Asha Patil' } }),
  'POST /api/donors/:id/numbers': async () => ({ ids: [(await buildDonor(server.db)).id] }),
  'POST /api/donors/:id/merge': mergeable,
  'POST /api/donors/merges/:id/undo': async () => {
    await send('POST /api/donors/:id/merge', await mergeable())
    const newest = server.db.selectFrom('donor_merges').select('id').orderBy('id', 'desc')
    return { ids: [(await newest.executeTakeFirstOrThrow()).id] }
  },
  'POST /api/donors/duplicates/:id/dismiss': otherName,
  'POST /api/donors/duplicates/:id/same': otherName,
  'POST /api/donors/:id/certificates': async () => ({ ids: [(await buildDonor(server.db)).id], ...certificateForm() }),
  'DELETE /api/donors/certificates/:id': async () => ({ ids: [await add('POST /api/donors/:id/certificates')] }),
  'GET /api/donors/certificates/:id': async () => ({ ids: [await add('POST /api/donors/:id/certificates')] }),
  'POST /api/gifts': () => ({ payload: newCheque() }),
  'PUT /api/gifts/:id': async () => ({ ids: [await add('POST /api/gifts')], payload: { amount: 200_00 } }),
  'POST /api/gifts/:id/receipt': async () => {
    const { _id: donorId } = await send('POST /api/donors', { payload: { name: 'Asha Devi' } })
    const gift = await send('POST /api/gifts', { payload: { ...CASH, receivedOn: today(), donorId } })
    await send('PUT /api/donors/:id', { ids: [donorId], payload: { address: 'Pune' } })
    return { ids: [gift._id], payload: {} }
  },
  'POST /api/gifts/:id/cheque': async () => ({ ids: [await add('POST /api/gifts')], ...cleared() }),
  'POST /api/gifts/:id/cheque/undo': async () => {
    const ids = [await add('POST /api/gifts')]
    await send('POST /api/gifts/:id/cheque', { ids, ...cleared() })
    return { ids, payload: { step: 'cleared' } }
  },
  'PUT /api/settings': () => ({ payload: { content: { name: 'Seva Trust' } } }),
  'POST /api/donate/verify': proof,
  'POST /api/donate/webhook': async () => razorpay.deliver('payment.captured', await newPayment()),
  'POST /api/donate/:id/held/:paymentId/record': async () => ({ ids: (await newHeld()).ids }),
  'POST /api/donate/:id/held/:paymentId/refunded': async () => {
    const { payment, ids } = await newHeld()
    const refund = { status: 'refunded', amount_refunded: payment.amount, refund_status: 'full' }
    razorpay.payments.set(payment.id, { ...payment, ...refund })
    return { ids }
  },
  'POST /api/donate/receipt/:token': async () => {
    await send('POST /api/donate/verify', await proof())
    const donations = server.db.selectFrom('donations').select('receipt_token').where('receipt_token', 'is not', null)
    const { receipt_token } = await donations.executeTakeFirstOrThrow()
    return { ids: [receipt_token ?? ''] }
  },
  'POST /api/lists/purposes': () => ({ payload: entry() }),
  'PUT /api/lists/purposes/:id': async () => ({
    ids: [(await buildPurpose(server.db)).id],
    payload: { isRetired: true },
  }),
  'PUT /api/lists/purposes/order': () => newOrder('purposes'),
  'PUT /api/lists/purposes/texts': async () => {
    const { id } = await buildPurpose(server.db)
    const { purpose } = await buildDonation(server.db, { purpose: 'Fodder for cows' })
    return { payload: { mappings: [{ text: purpose, previousId: null, purposeId: id }] } }
  },
  'POST /api/lists/institutions': () => ({ payload: entry() }),
  'PUT /api/lists/institutions/:id': async () => ({ ids: [(await buildInstitution(server.db)).id], payload: entry() }),
  'PUT /api/lists/institutions/order': () => newOrder('institutions'),
  'POST /api/cash-book/:day/close': async () => {
    await buildBookedGift(server.db, { received_on: DAY })
    return { ids: [DAY] }
  },
  'POST /api/deposit-slips': async () => {
    const { donation_id, amount } = await buildBookedGift(server.db, { received_on: DAY })
    return { payload: { giftIds: [donation_id], amount, depositedOn: DAY, bankAccount: 'State Bank' } }
  },
  'POST /api/deposit-slips/:id/cancel': async () => {
    const id = '5'.repeat(24)
    const by = { created_at: `${DAY}T10:00:00.000Z`, created_by: 'meera', created_by_id: 'm'.repeat(24) }
    const slip = { id, deposited_on: DAY, slip_number: '', bank_account: 'State Bank', amount: 500_00, ...by }
    await server.db
      .insertInto('deposit_slips')
      .values({ ...slip, cancelled_at: null })
      .execute()
    return { ids: [id] }
  },
  'POST /api/trash/:kind/:id/restore': async () => ({ ids: ['event', await newTrashed()], payload: {} }),
  'POST /api/trash/restore': trashed,
  'POST /api/trash/delete': trashed,
  'GET /api/donate/export': () => ({}),
  'GET /api/donate/accountant': () => ({ query: '?basis=received' }),
  'GET /api/history/export': () => ({}),
  'GET /api/settings/export': () => ({}),
  'POST /api/event/addevent': async () => formOf(['title', 'Annakut'], await image('image')),
  'PUT /api/event/:id': async () => ({ ids: [(await buildEvent(server.db)).id], ...formOf(['title', 'Annakut']) }),
  'DELETE /api/event/:id': async () => ({ ids: [(await buildEvent(server.db)).id] }),
  'POST /api/homevideo/addvideo': async () =>
    formOf(['title', 'Aarti'], { field: 'video', name: 'x.mp4', bytes: await sampleVideo('index-first.mp4') }),
  'PUT /api/homevideo/updatevideo': async () =>
    formOf(['_id', await add('POST /api/homevideo/addvideo')], ['title', 'Puja']),
  'DELETE /api/homevideo/deletevideo/:id': async () => ({ ids: [await add('POST /api/homevideo/addvideo')] }),
  'POST /api/galleryphoto/addPhoto': async () =>
    formOf(['sectionName', 'School'], ['title', 'Mela'], await image('images')),
  'PUT /api/galleryphoto/:section/:id': async () => ({
    ids: ['School', await add('POST /api/galleryphoto/addPhoto')],
    ...formOf(['title', 'Fair']),
  }),
  'DELETE /api/galleryphoto/:section/:id': async () => ({
    ids: ['School', await add('POST /api/galleryphoto/addPhoto')],
  }),
  'DELETE /api/message/deleteMessage/:id': async () => ({ ids: [await newMessage()] }),
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
  const call = callOf(name, await prepare())
  const [before, head] = [await readRecords(), await findHead(server.db)]
  await inject(call)
  await server.jobs.idle()
  const after = await readRecords()
  const changed = [...after].filter(([table, rows]) => rows !== before.get(table))
  const isExport = name.startsWith('GET ') || /donate\/receipt|numbers/.test(name)
  expect(changed.length > 0).toBe(!isExport)
  expect((await findHead(server.db)).n).toBeGreaterThan(head.n)
})
