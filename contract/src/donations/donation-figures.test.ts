import { expect, test } from 'vitest'
import { type DonationRecord, filterDonations, summarize, summarizeMatches } from './donation-figures.ts'

const CLOCK = { now: Date.parse('2026-11-21T09:30:00Z'), timeZone: 'Asia/Kolkata' }
let made = 0
const donation = (fields: Partial<DonationRecord>): DonationRecord => ({
  _id: `d${++made}`,
  amount: 100,
  localStatus: 'captured',
  createdAt: '2026-11-01T06:00:00.000Z',
  ...fields,
})

test('sums authorized and captured donations, in total and for the local month', () => {
  const donations = [
    donation({ amount: 10 }),
    donation({ amount: 20, localStatus: 'Authorized', createdAt: '2026-10-31T18:30:00.000Z' }),
    donation({ amount: 40, createdAt: '2026-10-31T18:29:59.999Z' }),
    donation({ amount: 80, localStatus: 'pending' }),
    donation({ amount: 160, localStatus: null }),
    donation({ amount: null }),
    donation({ amount: 320, createdAt: null }),
  ]
  const { totalAmount, monthAmount, count, successfulCount, statuses } = summarize(donations, CLOCK)
  expect([totalAmount, monthAmount, count, successfulCount]).toEqual([390, 30, 7, 5])
  expect(statuses).toEqual(['authorized', 'pending', 'unknown'])
  const matches = { count: 7, isCapped: false, successfulCount: 5, successfulAmount: 390 }
  expect(summarizeMatches(donations)).toEqual(matches)
})

test('counts donors by e-mail, else phone, else name, and ignores donations without any of these', () => {
  const people: Partial<DonationRecord>[] = [
    { donorEmail: 'Asha@Example.org', donorName: 'Asha' },
    { donorEmail: ' asha@example.org ', donorName: 'Someone else', donorPhone: '1' },
    { donorEmail: '', donorPhone: '+91 98765-43210' },
    { donorEmail: null, donorPhone: '919876543210', donorName: 'Ravi' },
    { donorPhone: 'ask the office', donorName: 'Ravi' },
    { donorName: ' RAVI ' },
    { donorName: 'हिंदी' },
    { donorName: '  ', donorPhone: '', donorEmail: ' ' },
    {},
  ]
  expect(summarize(people.map(donation), CLOCK).uniqueDonors).toBe(4)
})

test('reports a currency other than INR only if the total contains it', () => {
  const hasOtherCurrency = (fields: Partial<DonationRecord>) => summarize([donation(fields)], CLOCK).hasOtherCurrency
  expect(hasOtherCurrency({ currency: 'USD' })).toBe(true)
  expect(hasOtherCurrency({ currency: 'USD', localStatus: 'failed' })).toBe(false)
  for (const currency of ['INR', 'inr', '', ' ', null, undefined]) expect(hasOtherCurrency({ currency })).toBe(false)
})

test('combines filters', () => {
  const donations = [
    donation({ _id: 'a', donorName: 'Árjun', createdAt: '2026-11-21T06:00:00.000Z' }),
    donation({ _id: 'b', donorName: 'arjun', localStatus: 'failed', createdAt: '2026-11-21T06:00:00.000Z' }),
    donation({ _id: 'c', donorName: 'ARJUN', createdAt: '2026-11-13T06:00:00.000Z' }),
    donation({ _id: 'd', purpose: 'For Arjun', createdAt: '2026-11-21T06:00:00.000Z' }),
  ]
  const idsOf = (filter: Parameters<typeof filterDonations>[1]) =>
    filterDonations(donations, filter, CLOCK).map(({ _id }) => _id)
  expect(idsOf({})).toEqual(['a', 'b', 'c', 'd'])
  expect(idsOf({ search: 'arjun' })).toEqual(['a', 'b', 'c', 'd'])
  expect(idsOf({ search: 'arjun', searchIn: 'donor' })).toEqual(['a', 'b', 'c'])
  expect(idsOf({ search: 'arjun', status: 'authorized' })).toEqual(['a', 'c', 'd'])
  expect(idsOf({ search: 'arjun', status: 'authorized', period: 'week' })).toEqual(['a', 'd'])
})
