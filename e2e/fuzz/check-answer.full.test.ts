import { expect, test } from 'vitest'
import { answerChecker } from './check-answer.ts'
import type { FuzzRequest } from './requests.ts'

const failed = (code: string) => ({
  status: 503,
  headers: { 'retry-after': '5' },
  text: JSON.stringify({ success: false, code }),
})

const request: FuzzRequest = { caller: 'nobody', method: 'GET', path: '/', headers: {}, body: [], operation: undefined }

test('takes a 503 for an overload only if the server says so', () => {
  const problemOf = answerChecker({ type: 'object' })
  expect(problemOf(request, failed('overloaded'))).toBeUndefined()
  expect(problemOf(request, failed('database_busy'))).toBe('status 503')
})

test('accepts no documented 5xx but a 502 of Razorpay', () => {
  const problemOf = answerChecker({ type: 'object' })
  const operationOf = (path: string) => ({
    method: 'POST',
    path,
    parameters: [],
    responses: new Map([502, 503].map((status) => [status, {}])),
  })
  const problem = (path: string, code: string, status = 503) =>
    problemOf({ ...request, operation: operationOf(path) }, { ...failed(code), status })
  expect(problem('/api/donate/order', 'payments_unreachable', 502)).toBeUndefined()
  expect(problem('/api/donate/{id}/held/{paymentId}/record', 'payments_unreachable', 502)).toBeUndefined()
  expect(problem('/api/donate/order', 'internal', 500)).toBe('status 500')
  expect(problem('/api/donate/webhook', 'not_set_up')).toBe('status 503')
  expect(problem('/api/settings/preview', 'unavailable')).toBeUndefined()
  expect(problem('/api/health', 'unavailable')).toBe('status 503')
})

test('accepts the pictures of a documented range of types, and no other file', () => {
  const problemOf = answerChecker({ type: 'object' })
  const responses = new Map([[200, { 'image/*': {} }]])
  const operation = { method: 'GET', path: '/', parameters: [], responses }
  const file = (type: string) => ({ status: 200, headers: { 'content-type': type }, text: '' })
  expect(problemOf({ ...request, operation }, file('image/jpeg'))).toBeUndefined()
  expect(problemOf({ ...request, operation }, file('text/html'))).toBe('undocumented content type text/html')
})
