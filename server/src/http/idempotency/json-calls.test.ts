import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'

const SITE = 'https://www.example.org'
const PASSWORD = 'Secret-of-Meera-1!'
const newKey = () => randomBytes(16).toString('hex')

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

anyDatabase((engine) => {
  const server = suiteServer({ engine, env: { ...razorpay.env, SITE_ORIGINS: SITE } })
  const staff = suiteSession(server, 'superadmin')
  afterEach(async () => {
    for (const table of ['idempotency_keys', 'messages', 'donations', 'rate_limit_attempts'] as const)
      await server.db.deleteFrom(table).execute()
    await server.db.deleteFrom('admins').where('id', '!=', staff.admin.id).execute()
  })

  /** Calls that create a record, with the body and headers of a client. */
  const CALLS = [
    [
      '/admin/addadmin',
      { username: 'meera', email: 'meera@example.org', password: PASSWORD, role: 'admin', sections: ['Events'] },
      () => staff.bearer,
    ],
    ['/message/addMessage', { name: 'Asha', email: 'asha@example.org', message: 'Namaste' }, () => ({})],
    ['/donate/order', { amount: 50_000, donorName: 'Asha' }, () => ({})],
  ] as const

  async function send(url: string, payload: object, headers: object) {
    const answer = await server.post(url, payload, { origin: SITE, ...headers })
    return { status: answer.statusCode, body: answer.json() }
  }
  const records = async () => {
    const tables = ['admins', 'messages', 'donations'] as const
    const rows = await Promise.all(tables.map((table) => server.db.selectFrom(table).select('id').execute()))
    return rows.flat().length
  }
  const keys = () => server.db.selectFrom('idempotency_keys').selectAll().execute()

  describe.each(CALLS)('POST %s', (url, payload, headersOf) => {
    const sendWith = (key: string, body: object = payload) =>
      send(url, body, { ...headersOf(), 'idempotency-key': key })

    test('creates one record for a repeated key, one after another or at once', async () => {
      const before = await records()
      const key = newKey()
      const first = await sendWith(key)
      expect(first.status).toBe(200)
      expect(await sendWith(key.toUpperCase())).toEqual(first)
      expect(await records()).toBe(before + 1)

      const other = { ...payload, username: 'farida', name: 'Farida' }
      const together = newKey()
      const answers = await Promise.all(Array.from({ length: 5 }, () => sendWith(together, other)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect([answers[0]?.status, await records()]).toEqual([200, before + 2])
    })

    test('returns 409 for a used key with other content, and creates nothing', async () => {
      const key = newKey()
      await sendWith(key)
      const before = await records()
      const { status, body } = await sendWith(key, { ...payload, email: 'other@example.org', donorName: 'Other' })
      expect([status, body.code, await records()]).toEqual([409, 'key_used', before])
    })

    test('stores no key without the header, or for a refused call', async () => {
      const key = newKey()
      expect((await sendWith(key, { ...payload, email: 'none', amount: -1 })).status).toBe(400)
      await send(url, payload, headersOf())
      expect(await keys()).toEqual([])
    })
  })

  test('orders once at Razorpay, and counts once, for concurrent orders with one key', async () => {
    const [url, payload] = CALLS[2]
    const headers = { 'idempotency-key': newKey() }
    const calls = razorpay.calls.length
    await Promise.all(Array.from({ length: 5 }, () => send(url, payload, headers)))
    expect(razorpay.calls.slice(calls)).toEqual(['POST /v1/orders'])
    const attempts = server.db.selectFrom('rate_limit_attempts').select('attempt_id').distinct()
    expect(await attempts.execute()).toHaveLength(1)
  })

  test('stores neither the password of a body nor the key that could be used to guess it', async () => {
    const key = newKey()
    const [url, payload, headersOf] = CALLS[0]
    await send(url, payload, { ...headersOf(), 'idempotency-key': key })
    const stored = JSON.stringify(await keys())
    expect(stored).toContain('meera')
    expect(stored).not.toContain(key)
    expect(stored).not.toContain(PASSWORD)
  })

  test('returns 403 to a retry after the account lost the right', async () => {
    const [url, payload] = CALLS[0]
    const manager = await server.signIn(['Admin', 'Events'])
    const headers = { ...manager.bearer, 'idempotency-key': newKey() }
    expect((await send(url, payload, headers)).status).toBe(200)
    await server.db.updateTable('admins').set({ sections: '[]' }).where('id', '=', manager.admin.id).execute()
    expect((await send(url, payload, headers)).status).toBe(403)
  })
})
