import { expect } from '@playwright/test'
import { chosen, type RawDonation } from '../support/donation-figures.ts'
import { insertDonation } from '../support/seed-donations.ts'
import { test } from '../support/test.ts'
import { cookieOf, type TestServer } from '../support/test-server.ts'

/** What people and programs may put where a search, a page or a filter belongs; the answer is a sentence or a page, never a 500. */
const BAD_QUERIES = [
  ...[
    'page=0',
    'page=-1',
    'page=1000000000',
    'page=99999999999',
    'page=1.5',
    'page=abc',
    'page=',
    'page=%00',
    'page=1e3',
  ],
  ...['page=1&page=2', 'page[]=1', 'page=1&limit=0', 'page=1&limit=-10', 'page=1&limit=101', 'page=1&limit=1000000000'],
  ...['limit=-1', 'limit=5', 'period=never', 'period=', 'period=today&period=week', 'status=never', 'status=captured'],
  ...['sort=sideways', 'searchIn=everywhere', 'search=%00', 'page=1&search=%00', 'page=1&search=a%00b', 'search=%ff'],
  ...['page=1&search=%E0%A4', 'page=1&search=%25', 'page=1&search=_', "page=1&search=';drop table donations;--"],
  ...[
    'page=1&search=%22',
    'page=1&search=%5C',
    'page=1&search=*',
    'page=1&search=a%22%20OR%20%22b',
    'page=1&search=%22%22',
  ],
  ...['page=1&search=AND', 'page=1&search=NEAR(a,b)', 'page=1&search=%F0%9F%90%84', 'page=1&search=%ED%A0%80'],
  ...[
    `page=1&search=${'a'.repeat(200)}`,
    `page=1&search=${'a'.repeat(201)}`,
    `page=1&search=${'%E0%A4%97'.repeat(190)}`,
  ],
  ...[`search=${'a'.repeat(10_000)}`, `page=1&search=${'a%20'.repeat(3_000)}`, 'unheard=of', 'page=1&__proto__=1'],
]

const LISTS = ['/donate', '/donate/export', '/donate/successful', '/donate/summary', '/donate/deleted']

test('a list that is asked for nonsense answers a page or a sentence', async ({ sevadesk }) => {
  await sevadesk.manyDonations()
  const ask = await asker(sevadesk)
  for (const list of LISTS) {
    for (const query of BAD_QUERIES) {
      const { status, text } = await ask('GET', `${list}?${query}`)
      expectSensible(`GET ${list}?${query.slice(0, 60)}`, status, text)
    }
  }
})

test('signs that mean something to a database mean themselves in a search', async ({ sevadesk }) => {
  await sevadesk.manyDonations()
  await sevadesk.sql.all("delete from donations where id like '000000%'")
  for (const [index, donor_name] of [
    '100%',
    '1000',
    'a_c',
    'abc',
    'back\\slash',
    'say "so"',
    "it's",
    '*',
    '🐄 Gau',
  ].entries()) {
    const fields = { id: `${index}`.padStart(24, '0'), donor_name, amount: 100, status: 'captured' }
    await insertDonation(sevadesk.sql, { ...fields, created_at: new Date(Date.UTC(2020, 0, 1 + index)).toISOString() })
  }
  const all = await sevadesk.donations()
  const ask = await asker(sevadesk)
  for (const search of [
    '%',
    '_',
    '0%',
    'a_c',
    '\\',
    '"',
    "'",
    '*',
    '🐄',
    "o'b",
    '"so',
    '% seva',
    '+91',
    'ज़ा',
    '९८१२',
  ]) {
    const wanted = chosen(all, { search }).map(({ _id }) => _id)
    expect(wanted.length, search).toBeGreaterThan(0)
    const { text } = await ask('GET', `/donate?${new URLSearchParams({ search, page: '1', limit: '100' })}`)
    const { data, total } = JSON.parse(text) as { data: RawDonation[]; total: number }
    expect(
      data.map(({ _id }) => _id),
      search,
    ).toEqual(wanted.slice(0, 100))
    expect(total, search).toBe(wanted.length)
  }
})

test('a page beyond the last is the last', async ({ sevadesk }) => {
  await sevadesk.manyDonations()
  const all = chosen(await sevadesk.donations(), {})
  const ask = await asker(sevadesk)
  const { text } = await ask('GET', '/donate?page=1000000000&limit=10')
  const { data, page, total } = JSON.parse(text) as { data: RawDonation[]; page: number; total: number }
  expect(total).toBe(all.length)
  expect(page).toBe(Math.ceil(all.length / 10))
  expect(data.map(({ _id }) => _id)).toEqual(all.slice((page - 1) * 10).map(({ _id }) => _id))
})

test('ids and tokens that are none', async ({ sevadesk }) => {
  const ask = await asker(sevadesk)
  const nothings = [
    'nothing',
    '%00',
    'a%00b',
    '..%2f..%2fetc',
    '%ff',
    '%E0%A4',
    'x'.repeat(99),
    'x'.repeat(5_000),
    "'",
    '%25',
  ]
  for (const nothing of nothings) {
    for (const [method, path] of [
      ['DELETE', `/donate/${nothing}`],
      ['POST', `/donate/${nothing}/restore`],
      ['POST', `/donate/receipt/${nothing}`],
      ['DELETE', `/message/deleteMessage/${nothing}`],
    ] as const) {
      const { status, text } = await ask(method, path)
      expectSensible(`${method} ${path.slice(0, 60)}`, status, text)
      expect(status, `${method} ${path.slice(0, 60)}`).toBeGreaterThanOrEqual(400)
    }
  }
  const { status } = await ask('POST', '/donate/receipt/')
  expect(status).toBe(404)
})

test('the calls of the public site, sent nonsense', async ({ sevadesk }) => {
  const ask = await asker(sevadesk)
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{}',
    '{"amount":"100"}',
    '{"amount":-1}',
    '{"amount":1.5}',
    '{"amount":1e300}',
  ]
  bodies.push(
    '{"razorpay_order_id":"\\u0000"}',
    '{"name":"a","email":"b","message":"c\\u0000"}',
    `{"a":"${'x'.repeat(200_000)}"}`,
  )
  for (const path of ['/donate/order', '/donate/verify', '/donate/webhook', '/message/addMessage']) {
    for (const body of bodies) {
      const { status, text } = await ask('POST', path, body)
      expectSensible(`POST ${path} ${body.slice(0, 40)}`, status, text)
    }
  }
})

/** A sentence in the answer of every refusal; a 503 is the server's word that something is not set up. */
function expectSensible(call: string, status: number, text: string): void {
  expect(status < 500 || status === 503, `${call}: ${status} ${text.slice(0, 300)}`).toBe(true)
  if (status < 400) return
  const { success, message } = JSON.parse(text) as { success: boolean; message: string }
  expect(success, call).toBe(false)
  expect(message, call).toMatch(/^\p{Lu}.*[.?!]?$/u)
}

/** Calls as a signed-in panel does. */
async function asker(server: TestServer) {
  const headers = { cookie: await cookieOf(server.apiUrl), origin: server.panelUrl }
  return async (method: string, path: string, body?: string) => {
    const sent =
      body === undefined ? { headers } : { body, headers: { ...headers, 'content-type': 'application/json' } }
    const answer = await fetch(`${server.apiUrl}/api${path}`, { method, ...sent })
    return { status: answer.status, text: await answer.text() }
  }
}
