import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import hindi from '../locales/hi.json' with { type: 'json' }
import { JSON_CALLS } from '../testing/requests/json-calls.ts'
import { suiteServer, suiteSession } from '../testing/test-app.ts'
import { CATALOGUES } from './localised-text.ts'

const SERVER = join(import.meta.dirname, '..')

/** A made-up language, in which every letter is this one. */
const LETTER = 'ж'
const MADE_UP = Object.fromEntries(
  Object.entries(hindi).map(([english, words]) => [
    english,
    words.replace(/(\{\w+\})|[\p{L}\p{M}]/gu, (_, placeholder) => placeholder ?? LETTER),
  ]),
)

const server = suiteServer()
const superadmin = suiteSession(server, 'superadmin')

/** The quoted texts of the code, without those of tests. */
function textsOfCode(): string[] {
  const files = globSync('**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts', 'testing/**'] })
  const code = files.map((file) => readFileSync(join(SERVER, file), 'utf8')).join('\n')
  return Array.from(code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g), ([, text = '']) => text.replaceAll("\\'", "'"))
}

/** The titles of fields in the contract's schemas, by which messages name them. */
async function titlesOfFields(): Promise<string[]> {
  const { body } = await server.get('/openapi.json')
  const paths = JSON.stringify(JSON.parse(body).paths)
  return Array.from(paths.matchAll(/"title":"([^"]+)"/g), ([, title = '']) => title)
}

function placeholdersOf(sentence: string): string[] {
  return sentence.match(/\{\w+\}/g) ?? []
}

// The compiler refuses a sentence of the code that the catalogue of Hindi lacks.
test('the catalogue of Hindi has the title of each field, and no text that is not in the code', async () => {
  const titles = await titlesOfFields()
  expect(titles).toContain('Venue')
  expect(titles.filter((title) => !Object.hasOwn(hindi, title))).toEqual([])
  const known = new Set([...textsOfCode(), ...titles])
  expect(Object.keys(hindi).filter((english) => !known.has(english))).toEqual([])
})

test('each catalogue has the sentences of Hindi, with no placeholder that the English lacks', () => {
  for (const [code, catalogue] of CATALOGUES) {
    if (code === 'en') continue
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(hindi).sort())
    for (const [english, words] of Object.entries(catalogue)) {
      expect(words.trim()).not.toBe('')
      expect(placeholdersOf(english)).toEqual(expect.arrayContaining(placeholdersOf(words)))
    }
  }
})

/** The message of a refusal and those of its fields, without names of fields that no screen shows. */
async function wordsOf(method: string, path: string, payload?: object): Promise<string[]> {
  const headers = { 'accept-language': 'xx' }
  const answer = await superadmin.call(method as 'POST', path.replace(/:\w+/g, 'x'), payload, headers)
  if (answer.statusCode < 400) return []
  const { message, fields = {} } = answer.json<{ message: string; fields?: Record<string, string> }>()
  return [message, ...Object.values(fields)].map((words) => words.replace(/(^|। )[A-Z]\w*( [a-z]+)*(?= ж)/g, ''))
}

describe('with a third language', () => {
  beforeAll(() => void CATALOGUES.set('xx', MADE_UP))
  afterAll(() => void CATALOGUES.delete('xx'))

  test.each(Object.entries(JSON_CALLS))('%s refuses in it', async (call, valid) => {
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
  ])('GET %s refuses in it', async (path) => {
    const [message = '', ...fields] = await wordsOf('GET', `/${path}`)
    expect(message).toContain(LETTER)
    expect([message, ...fields].join(' ')).not.toMatch(/[A-Za-z\p{Script=Devanagari}]/u)
  })
})
