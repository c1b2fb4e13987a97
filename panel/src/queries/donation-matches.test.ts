import { filterDonations, sortDonations, summarize } from '@sevadesk/contract/donations/donation-figures.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { readDonation } from '../api/records/donation-entry.ts'
import { findMatches, findSummary, matchesKey } from './donation-matches.ts'

const CLOCK = { now: Date.parse('2026-11-23T06:00:00.000Z'), timeZone: 'Asia/Kolkata' }

/** One more than the page filters itself, the oldest first. */
function longList() {
  return Array.from({ length: 20_001 }, (_, index) =>
    readDonation(
      {
        _id: `d${index}`,
        donorName: `Asha ${index % 500}`,
        amount: index * 100,
        localStatus: index % 3 === 0 ? 'failed' : 'captured',
        createdAt: new Date(CLOCK.now - (20_001 - index) * 60_000).toISOString(),
      },
      index,
    ),
  )
}

afterEach(() => vi.unstubAllGlobals())

test('filters and sums a long list in a worker as the page would', async () => {
  const started = vi.fn()
  const PageWorker = Worker
  vi.stubGlobal(
    'Worker',
    class extends PageWorker {
      constructor(url: URL, options: WorkerOptions) {
        super(url, options)
        started()
      }
    },
  )
  const donations = longList()
  const filter = { search: 'asha 499', status: 'failed' } as const
  const expected = filterDonations(sortDonations(donations), filter, CLOCK)
  expect(expected.length).toBeGreaterThan(10)
  expect(await findMatches(donations, filter, CLOCK)).toEqual(expected)
  expect(await findSummary(donations, CLOCK)).toEqual(summarize(donations, CLOCK))
  const fewer = donations.slice(0, -1).concat(donations.slice(0, 1))
  expect(await findMatches(fewer, {}, CLOCK)).toHaveLength(20_001)
  expect(started).toHaveBeenCalledTimes(2)
})

test('filters a long list on the page if the worker does not start', async () => {
  const PageWorker = Worker
  vi.stubGlobal(
    'Worker',
    class extends PageWorker {
      constructor() {
        super('data:text/javascript,throw 1', { type: 'module' })
      }
    },
  )
  const donations = longList()
  const matches = await findMatches(donations, { search: 'asha 1' }, CLOCK)
  expect(matches).toEqual(filterDonations(sortDonations(donations), { search: 'asha 1' }, CLOCK))
})

test('gives each list its own key, also within one millisecond', () => {
  const [list, shorter] = [longList(), longList().slice(1)]
  expect(matchesKey(list)).toEqual(matchesKey(list))
  expect(matchesKey(shorter)).not.toEqual(matchesKey(list))
})
