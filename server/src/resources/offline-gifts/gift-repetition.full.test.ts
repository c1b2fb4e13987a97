import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts'
import { onlyPostgres } from '../../testing/databases.ts'
import { CASH, type GiftCalls, giftCalls } from '../../testing/gifts/gift-calls.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

onlyPostgres(() => {
  let here: TestApp
  let gifts: GiftCalls
  beforeAll(async () => {
    here = await testApp({ engine: 'PostgreSQL' })
    gifts = await giftCalls(here)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => here.close())

  test('a repeated call with a leaf of a receipt book gets the gift of the first call', async () => {
    // As two processes with one database, of which each has seen only its own calls. Not vi.mock():
    // test files share their modules, and would share the mock.
    const withoutMutex = vi.spyOn(KeyedMutex.prototype, 'runExclusive').mockImplementation((_key, run) => run())
    const key = gifts.newKey()
    const sent = { ...CASH, receivedOn: '2026-11-20', confirmed: ['other-year'], bookNumber: '7', leafNumber: '7' }
    const responses = await Promise.all([1, 2].map(() => gifts.tryAdd(sent, { key })))
    expect(withoutMutex).toHaveBeenCalled()
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(new Set(responses.map((response) => response.json().data._id)).size).toBe(1)
  })
})
