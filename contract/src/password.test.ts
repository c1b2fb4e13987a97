import { expect, test } from 'vitest'
import { meetsPasswordRequirements, PASSWORD_REQUIREMENTS } from './password.ts'

test('every one of the stated special characters counts, and - _ + do not', () => {
  for (const character of '!@#$%^&*(),.?":{}|<>') expect(meetsPasswordRequirements(`Abcdef1${character}`)).toBe(true)
  for (const character of '-_+') expect(meetsPasswordRequirements(`Abcdef1${character}`)).toBe(false)
})

test.each([
  ['Abc1!', 'length'],
  ['abcdefg1!', 'uppercase'],
  ['ABCDEFG1!', 'lowercase'],
  ['Abcdefgh!', 'number'],
  ['Abcdefgh1', 'special'],
])('%s lacks %s alone', (password, lacking) => {
  expect(PASSWORD_REQUIREMENTS.filter(({ isMet }) => !isMet(password)).map(({ key }) => key)).toEqual([lacking])
})
