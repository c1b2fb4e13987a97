import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StartError } from '../errors.ts'
import { eachDatabase, onlyPostgres, openForEachTest } from '../testing/databases.ts'
import { compareClocks } from './clock.ts'

const SECOND_MS = 1000
const setClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * SECOND_MS)
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  test('accepts clocks that differ by up to three seconds', async () => {
    for (const seconds of [0, 3, -6]) {
      setClock(seconds)
      expect(await compareClocks(here.db)).toBeUndefined()
    }
  })
})

onlyPostgres(() => {
  const here = openForEachTest('PostgreSQL')

  test.each([
    [20, 'ahead of'],
    [-20, 'behind'],
  ])('warns of %i seconds', async (seconds, direction) => {
    setClock(seconds)
    const warning = await compareClocks(here.db)
    expect(warning).toMatch(
      new RegExp(
        `^The clock of this machine is \\d\\d seconds ${direction} that of PostgreSQL: let the system set .+\\)$`,
      ),
    )
  })

  test.each([3600, -3600])('refuses %i seconds', async (seconds) => {
    setClock(seconds)
    const comparison = compareClocks(here.db)
    await expect(comparison).rejects.toBeInstanceOf(StartError)
    await expect(comparison).rejects.toThrow(/^The clock of this machine is 3\d{3} seconds .+ \(NTP\)\.$/)
  })

  test('a slow network is no wrong clock', async () => {
    const comparison = compareClocks(here.db)
    // The answer arrives two minutes after the question.
    setClock(120)
    expect(await comparison).toBeUndefined()
  })
})
