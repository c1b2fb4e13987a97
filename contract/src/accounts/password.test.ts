import { expect, test } from 'vitest'
import { meetsPasswordRequirements, PASSWORD_REQUIREMENTS, passwordFault, preparePassword } from './password.ts'

test('accepts only the specified special characters', () => {
  for (const character of '!@#$%^&*(),.?":{}|<>') expect(meetsPasswordRequirements(`Abcdef1${character}`)).toBe(true)
  for (const character of '-_+') expect(meetsPasswordRequirements(`Abcdef1${character}`)).toBe(false)
})

test.each([
  ['Abc1!', 'length'],
  ['abcdefg1!', 'uppercase'],
  ['ABCDEFG1!', 'lowercase'],
  ['Abcdefgh!', 'number'],
  ['Abcdefgh1', 'special'],
])('reports what %s lacks: %s', (password, lacking) => {
  expect(PASSWORD_REQUIREMENTS.filter(({ isMet }) => !isMet(password)).map(({ key }) => key)).toEqual([lacking])
})

const GOOD = { oldPassword: 'Old#2026', newPassword: 'New#2026', confirmPassword: 'New#2026' }

test.each([
  ['old-missing', { oldPassword: '', newPassword: '', confirmPassword: '' }],
  ['new-missing', { newPassword: '', confirmPassword: '' }],
  ['new-weak', { newPassword: 'new-2026', confirmPassword: '' }],
  ['confirm-missing', { confirmPassword: '' }],
  ['confirm-differs', { confirmPassword: 'New#2027' }],
  ['new-is-old', { oldPassword: 'New#2026' }],
  [undefined, {}],
])('returns the first fault of a change: %s', (fault, change) => {
  expect(passwordFault({ ...GOOD, ...change })).toBe(fault)
})

test.each([
  // As OpaqueString of RFC 8265 maps and normalises, and a letter that Hindi keyboards write in two ways.
  ['Correct Horse Battery Staple', 'Correct Horse Battery Staple'],
  ['\u03c0\u00df\u00e5', '\u03c0\u00df\u00e5'],
  ['Foo\u1680Bar', 'Foo Bar'],
  ['\u00a0A\u3000\t', ' A \t'],
  ['A\u030a', '\u00c5'],
  ['\u0958', '\u0915\u093c'],
])('prepares %j as %j', (password, prepared) => {
  expect(preparePassword(password)).toBe(prepared)
})

test('compares prepared passwords', () => {
  const [composed, decomposed] = ['\u00c5 Right#12', 'A\u030a\u00a0Right#12']
  expect(passwordFault({ ...GOOD, newPassword: composed, confirmPassword: decomposed })).toBeUndefined()
  const same = { oldPassword: composed, newPassword: decomposed, confirmPassword: decomposed }
  expect(passwordFault(same)).toBe('new-is-old')
})
