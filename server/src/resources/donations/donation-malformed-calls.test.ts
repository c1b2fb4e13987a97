import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const QUERIES = [
  ...['page=0', 'page=-1', 'page=1000000000', 'page=99999999999', 'page=1.5', 'page=abc', 'page=', 'page=%00'],
  ...['page=1e3', 'page=1&page=2', 'page[]=1', 'page=1&limit=0', 'page=1&limit=-10', 'page=1&limit=101', 'limit=-1'],
  ...['limit=5', 'period=never', 'period=', 'period=today&period=week', 'status=never', 'status=captured'],
  ...['sort=sideways', 'searchIn=everywhere', 'search=%00', 'page=1&search=a%00b', 'search=%ff', 'page=1&search=%25'],
  ...['page=1&search=%E0%A4', 'page=1&search=_', "page=1&search=';drop table donations;--", 'page=1&search=%22'],
  ...['page=1&search=%5C', 'page=1&search=*', 'page=1&search=a%22%20OR%20%22b', 'page=1&search=%22%22'],
  ...['from=2026-02-31&to=2026-03-01', 'from=&to=', 'from=2026-04-01&from=2026-04-02&to=2026-04-03', 'from=today&to=x'],
  ...['page=1&search=AND', 'page=1&search=NEAR(a,b)', 'page=1&search=%F0%9F%90%84', 'page=1&search=%ED%A0%80'],
  ...[`page=1&search=${'a'.repeat(201)}`, `page=1&search=${'%E0%A4%97'.repeat(190)}`, `search=${'a'.repeat(10_000)}`],
  ...[`page=1&search=${'a%20'.repeat(3_000)}`, 'unknown=of', 'page=1&__proto__=1'],
]
const IDS = ['nothing', '%00', 'a%00b', '..%2f..%2fetc', '%ff', '%E0%A4', 'x'.repeat(99), 'x'.repeat(5_000), "'", '%25']
const BODIES = [
  ...['', '{', 'null', '[]', '"x"', '{}', '{"amount":"100"}', '{"amount":-1}', '{"amount":1.5}', '{"amount":1e300}'],
  '{"razorpay_order_id":"\\u0000"}',
  '{"name":"a","email":"b","message":"c\\u0000"}',
  `{"a":"${'x'.repeat(200_000)}"}`,
]

eachDatabase((engine) => {
  let server: TestApp
  let cookie: { cookie: string; origin: string }
  beforeAll(async () => {
    server = await testApp({ engine })
    cookie = (await server.signIn('superadmin')).cookie
    for (const name of ['100%', 'a_c', "it's"]) await buildDonation(server.db, { donor_name: name })
  })
  afterAll(() => server.close())

  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: string) => {
    const sent = body === undefined ? {} : { payload: body }
    const headers = { ...cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const { statusCode, body: text } = await server.app.inject({ method, url: `/api${path}`, headers, ...sent })
    // 503 means that Razorpay is not configured.
    expect(statusCode < 500 || statusCode === 503, `${method} ${path.slice(0, 60)}: ${statusCode} ${text}`).toBe(true)
    if (statusCode < 400) return statusCode
    const { success, message } = JSON.parse(text)
    expect(success).toBe(false)
    expect(message).toMatch(/^\p{Lu}.*[.?!]?$/u)
    return statusCode
  }

  test.each(['/donate', '/donate/export', '/donate/successful', '/donate/summary'])(
    'GET %s returns success or an error message for every malformed query',
    async (list) => {
      for (const query of QUERIES) await call('GET', `${list}?${query}`)
    },
  )

  test.each([
    ['GET', (id: string) => `/donate/${id}`],
    ['DELETE', (id: string) => `/donate/${id}`],
    ['POST', (id: string) => `/donate/receipt/${id}`],
    ['DELETE', (id: string) => `/message/deleteMessage/${id}`],
  ] as const)('%s refuses every malformed id with a message: %s', async (method, pathOf) => {
    for (const id of IDS) expect(await call(method, pathOf(id)), id.slice(0, 20)).toBeGreaterThanOrEqual(400)
  })

  test('returns 404 for a receipt request without a token', async () => {
    expect(await call('POST', '/donate/receipt/')).toBe(404)
  })

  test.each(['/donate/order', '/donate/verify', '/donate/webhook', '/message/addMessage'])(
    'POST %s returns success or an error message for every malformed body',
    async (path) => {
      for (const body of BODIES) await call('POST', path, body)
    },
  )
})
