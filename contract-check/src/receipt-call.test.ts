import { expect, test } from 'vitest'
import { type BackendClient, backendAt } from './backend-client.ts'
import { lookAtReceipt } from './receipt-call.ts'

const asked: string[] = []
function answering(status: number, text: string): BackendClient {
  asked.length = 0
  return {
    host: 'https://api.example',
    ask: async (method, path) => {
      asked.push(`${method} ${path}`)
      return { status, text, headers: new Headers() }
    },
    look: () => Promise.reject(new Error('no file is asked for')),
  }
}

const LISTED = [
  { _id: '1' },
  { receipt: null },
  { receipt: {} },
  { receipt: { token: 'a/b' } },
  { receipt: { token: 'c' } },
]

test('fetches the receipt of the first donation that has one', async () => {
  expect(await lookAtReceipt(answering(200, '%PDF-1.7 …'), {}, LISTED)).toEqual([])
  expect(asked).toEqual(['POST /donate/receipt/a%2Fb'])
})

test('says that it takes a PDF, as the panel does', async () => {
  let accepted: string | null = null
  const request: typeof fetch = async (_url, options) => {
    accepted = new Headers(options?.headers).get('accept')
    return new Response('%PDF-1.7')
  }
  await lookAtReceipt(backendAt('https://api.example', { timeoutMs: 1000, request }), {}, LISTED)
  expect(accepted).toBe('application/pdf, application/json;q=0.9')
})

test.each([
  [[{ receipt: null }, { receipt: { token: '' } }]],
  [[{ receipt: { token: 'over', expiresAt: '2020-01-01T00:00:00.000Z' } }]],
  [undefined],
])('asks for none where %j is listed', async (listed) => {
  expect(await lookAtReceipt(answering(200, '%PDF-1.7 …'), {}, listed)).toBeUndefined()
  expect(asked).toEqual([])
})

test.each([
  [200, '<!doctype html>', /A page of HTML came/],
  [200, '', /The answer is empty/],
  [200, '{"success":true}', /Expected a PDF file, came JSON/],
  [200, '{"success":false,"message":"Gone"}', /success: false\), with the message “Gone”/],
  [404, '%PDF-1.7', /There is no such call here/],
  [410, '{"message":"Too late"}', /answers 410, with the message “Too late”/],
])('answered with %i %s differs', async (status, text, expected) => {
  const findings = await lookAtReceipt(answering(status, text), {}, LISTED)
  expect(findings).toEqual([
    { text: expect.stringMatching(expected), panel: '“Failed to download receipt.”', isHarmless: false },
  ])
})
