import { DatabaseSync } from 'node:sqlite'
import { generateSync } from 'otplib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CREDENTIALS } from '../support/test-server.ts'
import { type AttackTarget, countStatuses, openAttackTarget, PASSWORD } from './attack-target.ts'

const OWN_ADDRESS = '203.0.113.5'
const STEP = '/api/admin/me/second-step'

let target: AttackTarget
/** The owner's session, in which the second step was turned on. */
let token: string
let secret: string
let recoveryCodes: string[]
beforeEach(async () => {
  target = await openAttackTarget({ LOG_LEVEL: 'info' })
  token = await target.signIn()
  secret = await setUp(token)
})
afterEach(() => target.close())

/** Turns the second step of a session's account on. Returns the secret. */
async function setUp(token: string): Promise<string> {
  const { key } = (await target.call(`${STEP}/set-up`, { method: 'POST', token })).json.data as { key: string }
  const { json } = await target.call(`${STEP}/confirm`, { body: { code: codeOf(key) }, token })
  recoveryCodes = (json.data as { recoveryCodes: string[] }).recoveryCodes
  return key
}

const codeOf = (key: string, steps = 0) =>
  generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
const password = (ip = OWN_ADDRESS, username = CREDENTIALS.username) =>
  target.call('/api/admin/login', { body: { username, password: PASSWORD }, ip })
const ticketOf = async (ip?: string) => String((await password(ip)).json.ticket)
const give = (ticket: string, code: string, ip = OWN_ADDRESS) =>
  target.call('/api/admin/login/second-step', { body: { ticket, code }, ip })
/** An address of the thief. */
const elsewhere = (n: number) => `198.18.${n >> 8}.${n & 255}`

/** Runs SQL while the server is stopped. */
async function tamper(sql: string): Promise<void> {
  await target.server.stop()
  const db = new DatabaseSync(target.database)
  db.exec(sql)
  db.close()
  await target.start()
}

test('a stolen password opens nothing, and gets no mark of a known device', async () => {
  const { status, headers, json } = await password()
  expect([status, json.code, headers.getSetCookie()]).toEqual([401, 'second_step', []])
  const headersOf = { authorization: `Bearer ${json.ticket}` }
  expect((await target.call('/api/admin/me', { headers: headersOf })).status).toBe(401)
})

test('a thief with the password gets ten codes an hour, however many tickets and addresses', async () => {
  const tickets = await Promise.all(Array.from({ length: 40 }, (_, n) => ticketOf(elsewhere(n))))
  const answers = await Promise.all(tickets.map((ticket, n) => give(ticket, `${100_000 + n}`, elsewhere(n))))
  expect(countStatuses(answers)).toEqual({ 401: 10, 429: 30 })
})

test('the thief does not keep the owner out of a known device', async () => {
  const first = await give(await ticketOf(), recoveryCodes[0] ?? '')
  const headers = { 'device-mark': String(first.json.device) }
  for (let n = 0; n < 12; n += 1) await give(await ticketOf(elsewhere(n)), `${100_000 + n}`, elsewhere(n))
  expect((await give(await ticketOf(), recoveryCodes[1] ?? '')).status).toBe(429)
  const body = { ticket: await ticketOf(), code: recoveryCodes[1] }
  expect((await target.call('/api/admin/login/second-step', { body, headers, ip: OWN_ADDRESS })).status).toBe(200)
})

test('a code that was read over the shoulder is refused, in the same and in the next call', async () => {
  const code = codeOf(secret, 1)
  const tickets = [await ticketOf(), await ticketOf(elsewhere(1)), await ticketOf(elsewhere(2))]
  const [own, stolen, later] = tickets
  expect((await give(own ?? '', code)).status).toBe(200)
  expect((await give(stolen ?? '', code, elsewhere(1))).json.code).toBe('wrong_code')
  expect((await target.call(`${STEP}/code`, { body: { code }, token })).status).toBe(400)
  const all = await Promise.all([later, later, later].map((ticket) => give(ticket ?? '', recoveryCodes[0] ?? '')))
  expect(countStatuses(all)).toEqual({ 200: 1, 401: 2 })
})

test('a stolen ticket alone is no use, is tried five times, and ends with the password', async () => {
  const ticket = await ticketOf()
  for (let n = 0; n < 5; n += 1) await give(ticket, `${100_000 + n}`, elsewhere(n))
  expect((await give(ticket, codeOf(secret, 1))).json.code).toBe('ticket_ended')
  const other = await ticketOf()
  const body = { oldPassword: PASSWORD, newPassword: 'Other#2026', confirmPassword: 'Other#2026' }
  expect((await target.call('/api/admin/update-password', { method: 'PUT', body, token })).status).toBe(200)
  expect((await give(other, codeOf(secret, 1))).json.code).toBe('ticket_ended')
})

test('a secret of another account, copied by SQL, opens nothing', async () => {
  const thief = await target.addAdmin('thief', ['Profile']).catch(() => undefined)
  expect(thief).toBeUndefined() // The owner signs in with a code now.
  const body = { username: 'thief', email: 't@seva.example', password: PASSWORD, role: 'admin', sections: ['Profile'] }
  await target.call('/api/admin/addadmin', { body, token })
  const known = await setUp(await target.signIn('thief'))
  await tamper(`update second_steps set secret = (select secret from second_steps s join admins a
    on a.id = s.admin_id where a.username = 'thief')`)
  const answer = await give(await ticketOf(), codeOf(known, 1))
  expect([answer.status, answer.json.code]).toEqual([403, 'second_step_unreadable'])
})

test('a stolen session cannot turn the second step off, move it, or change the e-mail', async () => {
  await tamper('update sessions set code_at = null')
  const id = String((await target.call('/api/admin/me', { token })).json._id)
  const changes = [
    await target.call(STEP, { method: 'DELETE', token }),
    await target.call(`${STEP}/set-up`, { method: 'POST', token }),
    await target.call(`${STEP}/recovery-codes`, { method: 'POST', token }),
    await target.call(`/api/admin/${id}`, { method: 'PUT', body: { email: 'thief@example.org' }, token }),
  ]
  expect(changes.map(({ status, json }) => [status, json.code])).toEqual(Array(4).fill([403, 'code_required']))
})

test('no secret, code or ticket is in the log', async () => {
  const ticket = await ticketOf()
  await give(ticket, recoveryCodes[0] ?? '')
  const log = target.server.output()
  for (const text of [secret, ticket, ...recoveryCodes]) expect(log).not.toContain(text)
})
