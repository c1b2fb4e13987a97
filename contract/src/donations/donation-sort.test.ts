import { expect, test } from 'vitest'
import { type DonationRecord, sortDonations } from './donation-figures.ts'
import { compareSortKeys, DONATION_SORTS, type DonationSort } from './donation-sort.ts'

const DONATIONS: DonationRecord[] = [
  { _id: 'a', donorName: 'Ravi', amount: 500, localStatus: 'failed', createdAt: '2026-04-01T10:00:00Z' },
  { _id: 'b', donorName: 'आशा', amount: 100, localStatus: 'Captured', createdAt: '2026-04-02T10:00:00Z' },
  { _id: 'c', donorName: null, donorEmail: 'a@example.org', amount: 900, localStatus: 'created', createdAt: '' },
  { _id: 'd', donorName: 'ASHA', amount: 100, localStatus: 'on hold', createdAt: '2026-04-02T10:00:00Z' },
  { _id: 'e', donorName: 'Asha Rao', amount: null, localStatus: null, createdAt: '2026-03-31T18:30:00Z' },
  { _id: 'f', donorName: 'एकता', amount: 500, localStatus: 'authorized', createdAt: '2026-04-01T10:00:00Z' },
]
const order = (sort: DonationSort, donations = DONATIONS) =>
  sortDonations(donations, sort)
    .map(({ _id }) => _id)
    .join('')

test.each<[DonationSort, string]>([
  ['latest', 'dbfaec'],
  ['amount-high', 'cfadbe'],
  ['donor-a-z', 'deabfc'],
  ['success-first', 'bfaced'],
])('sorts by %s', (sort, expected) => expect(order(sort)).toBe(expected))

test('treats missing and malformed dates as the oldest, and reads a time of any zone', () => {
  const donations = [
    { _id: 'n', createdAt: null },
    { _id: 'b', createdAt: '2026-01-01T00:00:00.000Z' },
    { _id: 'c', createdAt: '2026-01-01T05:30:00.000+05:30' },
    { _id: 'a', createdAt: '2026-02-01T00:00:00.000Z' },
    { _id: 'm', createdAt: 'soon' },
  ]
  expect([order('latest', donations), order('oldest', donations)]).toEqual(['acbnm', 'mnbca'])
})

test('reverses the whole order in the other direction', () => {
  for (let at = 0; at < DONATION_SORTS.length; at += 2) {
    const [one, other] = DONATION_SORTS.slice(at, at + 2)
    if (one && other) expect(order(other)).toBe([...order(one)].reverse().join(''))
  }
})

test('sorts names by their first 100 characters, and then by date', () => {
  const long = (end: string, createdAt: string) => ({ donorName: 'क'.repeat(100) + end, createdAt })
  const donations = [
    { _id: 'a', ...long('अ', '2026-04-02T10:00:00Z') },
    { _id: 'b', ...long('ह', '2026-04-01T10:00:00Z') },
  ]
  expect(order('donor-a-z', donations)).toBe('ba')
})

test('compares texts by code point', () => {
  const texts = ['', 'a', 'ab', 'b', 'क', '\ufb03', '\u{1f64f}', '\u{1f64f}a']
  expect(texts.toReversed().sort(compareSortKeys)).toEqual(texts)
})
