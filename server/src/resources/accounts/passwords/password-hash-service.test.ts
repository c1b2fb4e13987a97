import { hash } from '@node-rs/argon2'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { meetsPasswordRequirements } from '@sevadesk/contract/accounts/password.ts'
import { expect, test } from 'vitest'
import { generatePassword } from './generated-password.ts'
import { dummyHash, hashPassword, isOutdated, matchPassword, verifyPassword } from './password-hash-service.ts'

const COST = { memoryKib: 1024, iterations: 1, parallelism: 1 }

test('creates an argon2id hash with a random salt, verifies it and detects an outdated cost', async () => {
  const [one, two] = [await hashPassword('कुंजी#1Aa', COST), await hashPassword('कुंजी#1Aa', COST)]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword(one, 'कुंजी#1Aa')).toBe(true)
  expect(await verifyPassword(one, 'कुंजी#1AA')).toBe(false)
  expect(isOutdated(one, COST)).toBe(false)
  expect(isOutdated(one, { ...COST, iterations: 2 })).toBe(true)
})

test('matches what other keyboards write, and a hash of what was typed', async () => {
  const [composed, decomposed] = ['\u00c5 1', 'A\u030a\u00a01']
  for (const password of [composed, decomposed]) {
    expect(await matchPassword(await hashPassword(composed, COST), password)).toBe('prepared')
    expect(await matchPassword(await hashPassword(decomposed, COST), password)).toBe('prepared')
  }
  const earlier = await hash(decomposed)
  expect(await matchPassword(earlier, decomposed)).toBe('as-typed')
  expect(await matchPassword(earlier, composed)).toBeUndefined()
})

test('completes all concurrent calls, also if some fail', async () => {
  const hash = await hashPassword('a', COST)
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => verifyPassword(n % 2 ? hash : 'damaged', 'a')),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(await verifyPassword(hash, 'a')).toBe(true)
})

test('rejects with status 503 if too many calls wait', async () => {
  const hash = await hashPassword('a', COST)
  const results = await Promise.allSettled(Array.from({ length: 300 }, () => verifyPassword(hash, 'a')))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ statusCode }) => statusCode === 503)).toBe(true)
})

test('a check that goes first is never refused and overtakes those that wait', async () => {
  const hash = await hashPassword('a', COST)
  const ended: number[] = []
  const others = Array.from({ length: 300 }, (_, n) =>
    verifyPassword(hash, 'a').then(
      () => ended.push(n),
      () => undefined,
    ),
  )
  expect(await verifyPassword(hash, 'a', { goesFirst: true })).toBe(true)
  const endedBefore = new Set(ended)
  await Promise.all(others)
  // The check that waited last. On a busy machine, the other thread may end many during this one.
  expect(endedBefore).not.toContain(ended.at(-1))
})

test('creates one dummy hash per cost', async () => {
  expect(await dummyHash(COST)).toBe(await dummyHash(COST))
  expect(isOutdated(await dummyHash(COST), COST)).toBe(false)
})

test('generates five words, a digit and a full stop with at least 50 bits', () => {
  const passwords = Array.from({ length: 200 }, generatePassword)
  for (const password of passwords) {
    expect(password).toMatch(/^[A-Z][a-z]+(-[a-z]+){4}[0-9]\.$/)
    expect(meetsPasswordRequirements(password)).toBe(true)
  }
  expect(new Set(passwords).size).toBe(passwords.length)
  expect(5 * Math.log2(new Set(wordlist).size) + Math.log2(10)).toBeGreaterThan(50)
})
