import { beforeEach, expect, test, vi } from 'vitest'
import { initialLanguage, LANGUAGE_KEY } from './initial-language.ts'

beforeEach(() => localStorage.clear())

test.each([
  ['the choice kept in the browser first', 'en', 'hi', ['hi-IN'], 'en'],
  ['then the setting', null, 'hi', ['en-IN'], 'hi'],
  ['then the first known language of the browser', null, undefined, ['mr-IN', 'hi-IN', 'en'], 'hi'],
  ['then English', null, undefined, ['mr-IN'], 'en'],
])('uses %s', (_what, kept, setting, browser, expected) => {
  if (kept) localStorage.setItem(LANGUAGE_KEY, kept)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  expect(initialLanguage(setting)).toBe(expected)
})
