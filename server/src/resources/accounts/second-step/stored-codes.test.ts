import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptSecret, encryptSecret } from './encrypted-secret.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts'

const KEY = randomBytes(32)
const SECRET = randomBytes(20)

test('opens a secret with its key for its account alone', () => {
  const encrypted = encryptSecret(KEY, 'asha', SECRET)
  expect(decryptSecret(KEY, 'asha', encrypted)).toEqual(SECRET)
  expect(decryptSecret(KEY, 'farida', encrypted)).toBeUndefined()
  expect(decryptSecret(randomBytes(32), 'asha', encrypted)).toBeUndefined()
  expect(encryptSecret(KEY, 'asha', SECRET)).not.toBe(encrypted)
})

test('opens no changed, short or empty text', () => {
  const encrypted = encryptSecret(KEY, 'asha', SECRET)
  const changed = Buffer.from(encrypted, 'base64url')
  changed.writeUInt8(changed.readUInt8(15) ^ 1, 15)
  for (const text of [changed.toString('base64url'), encrypted.slice(0, 30), encrypted.slice(0, 8), ''])
    expect(decryptSecret(KEY, 'asha', text)).toBeUndefined()
})

test('makes ten different recovery codes in two groups', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/)
})

test('hashes a recovery code by key and account, however it is typed', () => {
  const hash = hashRecoveryCode(KEY, 'asha', 'k7f2q-9mxw3')
  for (const typed of ['K7F2Q9MXW3', ' k7f2q 9mxw3 ', 'k7f2q–9mxw3'])
    expect(hashRecoveryCode(KEY, 'asha', typed)).toBe(hash)
  expect(hashRecoveryCode(KEY, 'farida', 'k7f2q-9mxw3')).not.toBe(hash)
  expect(hashRecoveryCode(randomBytes(32), 'asha', 'k7f2q-9mxw3')).not.toBe(hash)
})
