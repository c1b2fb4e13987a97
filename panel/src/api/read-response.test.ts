import { expect, test } from 'vitest'
import { readResponse } from './read-response.ts'

const WEB_PAGE = '<!doctype html><html><head><title>Trust</title></head><body></body></html>'
const attempt = (method: string, status: number, text: string) => () => readResponse(method, status, text)

test.each([
  [200, ''],
  [204, ''],
  [200, 'OK'],
  [200, '{}'],
  [200, 'null'],
  [201, '[]'],
  [200, '{"success":true,"data":null,"message":null}'],
  [201, '{"success":"yes","message":{"text":"Done"}}'],
])('takes status %i with body %j for a change that was made', (status, text) => {
  expect(attempt('POST', status, text)).not.toThrow()
})

test.each([
  [200, WEB_PAGE, 'bad-response', ''],
  [200, '{"data":', 'bad-response', ''],
  [200, '{"success":false,"message":"Not today"}', 'refused', 'Not today'],
  [200, '{"success":false,"message":{"bent":true}}', 'refused', ''],
  [400, '{"success":false,"message":"No","code":"bad"}', 'http', 'No'],
  [400, '{"success":false,"message":["no"],"code":7,"fields":[null,{"a":1}]}', 'http', ''],
  [404, '"text"', 'http', ''],
  [500, '', 'http', ''],
  [502, WEB_PAGE, 'http', ''],
])('takes status %i with body %j for a failure of kind "%s", also of a change', (status, text, kind, message) => {
  for (const method of ['GET', 'PUT']) {
    expect(attempt(method, status, text)).toThrow(expect.objectContaining({ name: 'ApiError', kind, status, message }))
  }
})

test.each([
  [200, ''],
  [204, ''],
  [200, 'OK'],
])('takes status %i with body %j for a failure of a read', (status, text) => {
  expect(attempt('GET', status, text)).toThrow(expect.objectContaining({ kind: 'bad-response' }))
})

test('keeps only the field errors that are text', () => {
  const text = '{"fields":{"title":"Too long","n":3,"username":{"a":1},"other":null}}'
  expect(attempt('POST', 400, text)).toThrow(expect.objectContaining({ fields: { title: 'Too long' } }))
})
