import { afterAll, beforeAll, expect, test } from 'vitest'
import hindi from '../locales/hi.json' with { type: 'json' }
import { JSON_CALLS } from '../testing/requests/json-calls.ts'
import { suiteServer, suiteSession } from '../testing/test-app.ts'
import { CATALOGUES } from './localised-text.ts'

/** A made-up language, in which every letter is this one. */
const LETTER = 'ж'
const MADE_UP = Object.fromEntries(
  Object.entries(hindi).map(([english, words]) => [
    english,
    words.replace(/(\{\w+\})|[\p{L}\p{M}]/gu, (_, placeholder) => placeholder ?? LETTER),
  ]),
)

beforeAll(() => void CATALOGUES.set('xx', MADE_UP))
afterAll(() => void CATALOGUES.delete('xx'))
const superadmin = suiteSession(suiteServer(), 'superadmin')

/** The message of a refusal and those of its fields, without names of fields that no screen shows. */
async function wordsOf(method: string, path: string, payload?: object): Promise<string[]> {
  const headers = { 'accept-language': 'xx' }
  const answer = await superadmin.call(method as 'POST', path.replace(/:\w+/g, 'x'), payload, headers)
  if (answer.statusCode < 400) return []
  const { message, fields = {} } = answer.json<{ message: string; fields?: Record<string, string> }>()
  return [message, ...Object.values(fields)].map((words) => words.replace(/(^|। )[A-Z]\w*( [a-z]+)*(?= ж)/g, ''))
}

test.each(Object.entries(JSON_CALLS))('%s refuses in a third language', async (call, valid) => {
  const [method = '', path = ''] = call.split(' ')
  const empty = Object.fromEntries(Object.keys(valid).map((field) => [field, '']))
  const wrong = Object.fromEntries(Object.keys(valid).map((field) => [field, { $gt: '' }]))
  const long = Object.fromEntries(Object.keys(valid).map((field) => [field, 'x'.repeat(20_000)]))
  for (const payload of [{}, empty, wrong, long, valid]) {
    const words = (await wordsOf(method, path, payload)).join(' ')
    expect(words.replaceAll(/Is not a known field.*/g, '')).not.toMatch(/[A-Za-z\p{Script=Devanagari}]/u)
  }
})

test.each([
  'nothing',
  'donate?page=0&limit=500&status=x&period=x&sort=x&from=1&to=2',
  'donate?from=2026-13-01&to=2026-01-01',
  'donate/receipt/x',
  'donors/x',
  'history?from=x',
  'settings/9',
])('GET %s refuses in a third language', async (path) => {
  const [message = '', ...fields] = await wordsOf('GET', `/${path}`)
  expect(message).toContain(LETTER)
  expect([message, ...fields].join(' ')).not.toMatch(/[A-Za-z\p{Script=Devanagari}]/u)
})
