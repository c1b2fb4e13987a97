import { expect, test } from 'vitest'
import { usernameKey } from './username-key.ts'

test.each([
  ['Asha', 'asha'],
  ['  asha ', 'asha'],
  ['Ａｓｈａ', 'asha'],
  ['asha\u200d', 'asha'],
  ['as\u00adha', 'asha'],
  ['asha\u00a0\u2003rao', 'asha rao'],
  ['asha\trao', 'asha rao'],
  ['asha\u3164rao', 'asha rao'],
  ['asha\uffa0rao', 'asha rao'],
  ['asha\u2800rao', 'asha rao'],
  ['\u2800\u115f', ''],
  ['ÉVA', 'e\u0301va'],
  ['आशा', 'आशा'],
])('treats %j and %j as one name', (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other))
})

test('is idempotent', () => {
  for (const name of ['İstanbul', 'ǅ', 'ﬁ\u00a0x', '  A\u200bB '])
    expect(usernameKey(usernameKey(name))).toBe(usernameKey(name))
})

test('keeps different names different', () => {
  expect(usernameKey('asha rao')).not.toBe(usernameKey('asharao'))
  expect(usernameKey('asha')).not.toBe(usernameKey('ashá'))
})
