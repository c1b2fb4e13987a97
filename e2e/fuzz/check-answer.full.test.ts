import { expect, test } from 'vitest'
import { answerChecker, isOverload } from './check-answer.ts'
import type { FuzzRequest } from './requests.ts'

const failed = (code: string) => ({
  status: 503,
  headers: { 'retry-after': '5' },
  text: JSON.stringify({ success: false, code }),
})

const request: FuzzRequest = { caller: 'nobody', method: 'GET', path: '/', headers: {}, body: [], operation: undefined }

test('takes a 503 for an overload only if the server says so', () => {
  const problemOf = answerChecker({ type: 'object' })
  const request: FuzzRequest = {
    caller: 'nobody',
    method: 'GET',
    path: '/',
    headers: {},
    body: [],
    operation: undefined,
  }
  expect(isOverload(failed('overloaded'))).toBe(true)
  expect(problemOf(request, failed('overloaded'))).toBeUndefined()
  expect(isOverload(failed('database_busy'))).toBe(false)
  expect(problemOf(request, failed('database_busy'))).toBe('status 503')
})

test('accepts the pictures of a documented range of types, and no other file', () => {
  const problemOf = answerChecker({ type: 'object' })
  const responses = new Map([[200, { 'image/*': {} }]])
  const operation = { method: 'GET', path: '/', parameters: [], responses }
  const file = (type: string) => ({ status: 200, headers: { 'content-type': type }, text: '' })
  expect(problemOf({ ...request, operation }, file('image/jpeg'))).toBeUndefined()
  expect(problemOf({ ...request, operation }, file('text/html'))).toBe('undocumented content type text/html')
})
