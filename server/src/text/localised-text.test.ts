import { expect, test } from 'vitest'
import { requestedLanguage } from './localised-text.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'en'],
  ['hi', 'hi'],
  ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
  ['en-IN,hi;q=0.9', 'en'],
  ['hi;q=0.2, en;q=0.7', 'en'],
  ['fr, hi;q=0.1', 'hi'],
  ['hi;q=0', 'en'],
  ['hi;q=rubbish', 'en'],
])('selects for %j the language %s', (header, language) => {
  expect(requestedLanguage(header)).toBe(language)
})
