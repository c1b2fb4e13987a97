import { randomBytes } from 'node:crypto'
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { appAddress, newSecret, timeStepOf, typedKey } from './app-code.ts'
import { decryptSecret, encryptSecret, hashRecoveryCode, newRecoveryCodes } from './stored-codes.ts'

/** RFC 6238, appendix B: the secret and codes of SHA-1, cut to six digits. */
const SECRET = Buffer.from('12345678901234567890')
const RFC_CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

const at = (epoch: number) => new Date(epoch * 1000)
const NOW = 1_111_111_111
const STEP = Math.floor(NOW / 30)
const codeOf = (step: number) => generateSync({ secret: SECRET, epoch: step * 30 })

test.each(RFC_CODES)('accepts the code of RFC 6238 at %i s', (epoch, code) => {
  expect(timeStepOf(SECRET, code, { now: at(epoch), lastTimeStep: null })).toBe(Math.floor(epoch / 30))
})

test('accepts the codes of one step before and after, and no others', () => {
  const steps = [-2, -1, 0, 1, 2].map((distance) =>
    timeStepOf(SECRET, codeOf(STEP + distance), { now: at(NOW), lastTimeStep: null }),
  )
  expect(steps).toEqual([undefined, STEP - 1, STEP, STEP + 1, undefined])
})

test('refuses a code that was used, and those before it', () => {
  const last = { now: at(NOW), lastTimeStep: STEP }
  const steps = [-1, 0, 1].map((distance) => timeStepOf(SECRET, codeOf(STEP + distance), last))
  expect(steps).toEqual([undefined, undefined, STEP + 1])
  expect(timeStepOf(SECRET, codeOf(STEP + 1), { now: at(NOW), lastTimeStep: STEP + 1 })).toBeUndefined()
})

test('accepts codes after a clock that was a year ahead', () => {
  const lastTimeStep = STEP + (365 * 24 * 3600) / 30
  expect(timeStepOf(SECRET, codeOf(STEP), { now: at(NOW), lastTimeStep })).toBe(STEP)
})

test.each(['', '05047', '0504710', '05 0471', '०५०४७१', '０５０４７１', '050471\n', '-50471', '5e4711', 'aaaaa-aaaaa'])(
  'refuses %j',
  (code) => {
    expect(timeStepOf(SECRET, code, { now: at(NOW), lastTimeStep: null })).toBeUndefined()
  },
)

test('names the trust and the user in the address, in any script', () => {
  const secret = newSecret()
  const address = appAddress(secret, { issuer: 'श्री सेवा ट्रस्ट', username: 'Asha Rao' })
  expect(decodeURIComponent(address)).toMatch(/^otpauth:\/\/totp\/श्री सेवा ट्रस्ट:Asha Rao\?/)
  const url = new URL(address)
  expect(url.searchParams.get('issuer')).toBe('श्री सेवा ट्रस्ट')
  expect(url.searchParams.get('secret')).toBe(typedKey(secret))
  expect(typedKey(secret)).toMatch(/^[A-Z2-7]{32}$/)
})

const KEY = randomBytes(32)

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
