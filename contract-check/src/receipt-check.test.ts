import { expect, test } from 'vitest'
import { type BackendClient, backendAt } from './backend-client.ts'
import { checkReceipt } from './receipt-check.ts'

const calls: string[] = []
function clientWith(status: number, text: string): BackendClient {
  calls.length = 0
  return {
    host: 'https://api.example',
    call: async (method, path) => {
      calls.push(`${method} ${path}`)
      return { status, text, headers: new Headers() }
    },
    fetchHead: () => Promise.reject(new Error('not used')),
  }
}

const LISTED = [
  { _id: '1' },
  { receipt: null },
  { receipt: {} },
  { receipt: { token: 'a/b' } },
  { receipt: { token: 'c' } },
]

test('fetches the first receipt of the list', async () => {
  expect(await checkReceipt(clientWith(200, '%PDF-1.7 …'), {}, LISTED)).toEqual([])
  expect(calls).toEqual(['POST /donate/receipt/a%2Fb'])
})

test("sends the panel's Accept header", async () => {
  let accepted: string | null = null
  const request: typeof fetch = async (_url, options) => {
    accepted = new Headers(options?.headers).get('accept')
    return new Response('%PDF-1.7')
  }
  await checkReceipt(backendAt('https://api.example', { timeoutMs: 1000, request }), {}, LISTED)
  expect(accepted).toBe('application/pdf, application/json;q=0.9')
})

test.each([
  [[{ receipt: null }, { receipt: { token: '' } }]],
  [[{ receipt: { token: 'over', expiresAt: '2020-01-01T00:00:00.000Z' } }]],
  [undefined],
])('fetches no receipt for %j', async (listed) => {
  expect(await checkReceipt(clientWith(200, '%PDF-1.7 …'), {}, listed)).toBeUndefined()
  expect(calls).toEqual([])
})

test.each([
  [200, '<!doctype html>', /received an HTML page/],
  [200, '', /The response is empty/],
  [200, '{"success":true}', /Expected a PDF file, received JSON/],
  [200, '{"success":false,"message":"Gone"}', /success: false\), with the message “Gone”/],
  [404, '%PDF-1.7', /There is no such call/],
  [410, '{"message":"Too late"}', /returned 410, with the message “Too late”/],
])('reports a response with status %i and body %s', async (status, text, expected) => {
  const findings = await checkReceipt(clientWith(status, text), {}, LISTED)
  expect(findings).toEqual([{ text: expect.stringMatching(expected), isTolerated: false }])
})
