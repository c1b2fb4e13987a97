import { expect, test } from 'vitest'
import { meetsPasswordRequirements, PASSWORD_REQUIREMENTS, passwordFault } from './password.ts'

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
