import { filterDonations, sortDonations, summarize } from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donations/donation-status.ts'
import { PERIODS } from '@sevadesk/contract/donations/period.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DonationEntry, readDonation } from '../api/records/donation-entry.ts'
import { openLedger } from './donation-ledger.ts'

const CLOCK = { now: Date.parse('2026-04-01T09:00:00Z'), timeZone: 'Asia/Kolkata' }
const NAMES = ['Asha Patil', 'ASHA  PATIL', 'Renée', 'आशा पाटील', 'ज़ोया', 'a_b%', '', '+91 98765 43210']
const TEXTS = ['a', 'as', 'ash', 'asha', '9', '98', '987 65', '+', '+9', 'पा', 'पाटी', 'ज', '%', '_', ' ', 'x@', 'sev']
const MOMENTS = [
  '2026-03-31T18:29:59Z',
  '2026-03-31T18:30:00Z',
  '2026-03-29T01:00:00Z',
  '2025-12-31T19:00:00Z',
  'soon',
  '',
]

const record = fc.record({
  _id: fc.constantFrom('a', 'b', 'c', 'd', 'e', ''),
  donorName: fc.constantFrom(...NAMES, null),
  donorEmail: fc.constantFrom('x@y.org', 'X@Y.ORG', '', null),
  donorPhone: fc.constantFrom('+919876543210', '98765-43210', '९८७६५', 'at home', null),
  purpose: fc.constantFrom('Gau Seva', 'गौ सेवा', '98', null),
  amount: fc.oneof(fc.integer({ min: 0, max: 1e9 }), fc.constantFrom('5000', null, 'x')),
  currency: fc.constantFrom('INR', 'USD', 'inr', null),
  localStatus: fc.constantFrom('captured', 'Authorized', 'PENDING', 'failed', 'refunded', null),
  createdAt: fc.constantFrom(...MOMENTS),
})
const filter: fc.Arbitrary<DonationFilter> = fc.record({
  search: fc.constantFrom('', ...TEXTS),
  searchIn: fc.constantFrom('all', 'donor'),
  status: fc.constantFrom(...STATUS_FILTERS),
  period: fc.constantFrom(...PERIODS),
})

const ids = (donations: readonly DonationEntry[]) => donations.map(({ id }) => id)

test('finds and sums the same donations as the contract for any sequence of filters', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 40 }),
      fc.array(filter, { maxLength: 12 }),
      async (records, filters) => {
        const entries = records.map((fields, index) => ({ ...readDonation(fields, index), id: String(index) }))
        const ledger = await openLedger(entries)
        expect(ids(ledger.donations)).toEqual(ids(sortDonations(entries)))
        expect(ledger.summarize(CLOCK)).toEqual(summarize(entries, CLOCK))
        for (const one of filters) {
          expect(ids(ledger.find(one, CLOCK))).toEqual(ids(filterDonations(ledger.donations, one, CLOCK)))
        }
      },
    ),
  )
})

test('gives the same results after a removal as a ledger opened without the donation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), fc.nat(), filter, async (records, nth, one) => {
      const entries = records.map((fields, index) => ({ ...readDonation(fields, index), id: String(index) }))
      const gone = String(nth % entries.length)
      const ledger = (await openLedger(entries)).without(gone)
      const others = await openLedger(entries.filter(({ id }) => id !== gone))
      expect(ids(ledger.donations)).toEqual(ids(others.donations))
      expect(ledger.summarize(CLOCK)).toEqual(others.summarize(CLOCK))
      expect(ids(ledger.find(one, CLOCK))).toEqual(ids(others.find(one, CLOCK)))
    }),
  )
})

test('finds a donation by "+9" that the shorter search "+" does not find', async () => {
  const ledger = await openLedger([readDonation({ _id: 'a', donorPhone: '98' }, 0)])
  expect(ledger.find({ search: '+' }, CLOCK)).toHaveLength(0)
  expect(ledger.find({ search: '+9' }, CLOCK)).toHaveLength(1) // a phone number matches by its digits
})

test('can be aborted and reports progress', async () => {
  const entries = Array.from({ length: 60_000 }, (_, index) =>
    readDonation({ _id: index, donorName: 'आशा पाटील' }, index),
  )
  const leaving = new AbortController()
  const reported: number[] = []
  const onProgress = (count: number) => {
    reported.push(count)
    leaving.abort()
  }
  await expect(openLedger(entries, { signal: leaving.signal, onProgress })).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(reported).toHaveLength(1)
  expect(reported[0]).toBeLessThan(entries.length)
})
