import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildAdmin } from '../../../testing/factories.ts'
import { suiteServer } from '../../../testing/test-app.ts'

/** The hash of each verification, in order. */
const verified: string[] = []
const hashed: string[] = []

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: (hash: string, password: string) => {
      verified.push(hash)
      return real.verify(hash, password)
    },
    hash: (password: string, options: object) => {
      hashed.push(password)
      return real.hash(password, options)
    },
  }
})

const { hashPassword } = await import('../passwords/password-hash-service.ts')

describe('a sign-in', () => {
  const server = suiteServer({ env: { LOGIN_ADDRESS_FAILURES: '1000' } })
  beforeAll(async () => {
    const passwordHash = await hashPassword('Right#1234', server.config.argon2)
    await buildAdmin(server.db, { username: 'asha', password_hash: passwordHash })
    // The first sign-in creates the dummy hash for unknown names.
    await login('nobody', 'x')
  })
  beforeEach(() => {
    verified.length = 0
    hashed.length = 0
  })

  const login = (username: string, password: string) => server.post('/admin/login', { username, password })
  const costOf = (hash = '') => hash.split('$').slice(0, 4).join('$')

  test.each([
    ['a known name and a wrong password', 'asha', 'Wrong#1234', 401],
    ['a known name and the right password', 'asha', 'Right#1234', 200],
    ['an unknown name', 'nobody', 'Wrong#1234', 401],
    ['a blank name', '\u3164 ', 'Wrong#1234', 401],
    ['a name in Devanagari', 'आशा', 'Wrong#1234', 401],
    ['an unknown name and a very long password', 'nobody', 'x'.repeat(1000), 401],
  ])('with %s verifies exactly one hash, at the configured cost', async (_what, username, password, status) => {
    expect((await login(username, password)).statusCode).toBe(status)
    const { memoryKib, iterations, parallelism } = server.config.argon2
    expect(verified.map(costOf)).toEqual([`$argon2id$v=19$m=${memoryKib},t=${iterations},p=${parallelism}`])
    expect(hashed).toEqual([])
  })

  test('verifies no hash once the failure limit is reached', async () => {
    for (const username of ['asha', 'nobody']) {
      await Promise.all(Array.from({ length: 12 }, () => login(username, 'Wrong#1234')))
      verified.length = 0
      expect((await login(username, 'Right#1234')).statusCode).toBe(429)
      expect(verified).toEqual([])
    }
  })
})
