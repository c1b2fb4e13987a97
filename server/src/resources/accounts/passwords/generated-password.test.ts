import { wordlist } from '@scure/bip39/wordlists/english.js'
import { meetsPasswordRequirements } from '@sevadesk/contract/accounts/password.ts'
import { expect, test } from 'vitest'
import { generatePassword } from './generated-password.ts'

test('generates five words, a digit and a full stop with at least 50 bits', () => {
  const passwords = Array.from({ length: 200 }, generatePassword)
  for (const password of passwords) {
    expect(password).toMatch(/^[A-Z][a-z]+(-[a-z]+){4}[0-9]\.$/)
    expect(meetsPasswordRequirements(password)).toBe(true)
  }
  expect(new Set(passwords).size).toBe(passwords.length)
  expect(5 * Math.log2(new Set(wordlist).size) + Math.log2(10)).toBeGreaterThan(50)
})
