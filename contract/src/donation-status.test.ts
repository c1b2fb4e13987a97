import { describe, expect, test } from 'vitest'
import { isSuccessful, matchesStatus, STATUS_FILTERS, statusesOf, statusLabel, statusTone } from './donation-status.ts'

describe('what a status reads as', () => {
  test.each([
    ['authorized', 'Success', 'success'],
    ['captured', 'Success', 'success'],
    ['CAPTURED', 'Success', 'success'],
    ['pending', 'Pending', 'pending'],
    ['Failed', 'Failed', 'failed'],
    ['created', 'Created', 'neutral'],
    ['refunded', 'Refunded', 'neutral'],
    ['partially paid', 'Partially paid', 'neutral'],
    ['ON HOLD', 'On hold', 'neutral'],
    ['रुका हुआ', 'रुका हुआ', 'neutral'],
    ['', 'Unknown', 'neutral'],
    ['  ', 'Unknown', 'neutral'],
    [' captured ', 'Captured', 'neutral'],
    ['authorized\n', 'Authorized', 'neutral'],
    [null, 'Unknown', 'neutral'],
    [undefined, 'Unknown', 'neutral'],
  ])('%j', (status, label, tone) => {
    expect(statusLabel(status)).toBe(label)
    expect(statusTone(status)).toBe(tone)
  })
})

test.each(['captured', ' captured ', 'Authorized', 'authorized\t', 'paid', '', null])(
  '%j reads Success when it counts in sums, and only then',
  (status) => {
    expect(statusLabel(status) === 'Success').toBe(isSuccessful(status))
    expect(statusTone(status) === 'success').toBe(isSuccessful(status))
  },
)

test('the filter Authorized finds what reads Success, whatever its case; the others only their own', () => {
  const statuses = ['authorized', 'Captured', 'pending', 'FAILED', 'created', 'refunded', '', null, undefined]
  const found = (filter: (typeof STATUS_FILTERS)[number]) => statuses.filter((status) => matchesStatus(status, filter))
  expect(found('all')).toEqual(statuses)
  expect(found('authorized')).toEqual(['authorized', 'Captured'])
  expect(found('pending')).toEqual(['pending'])
  expect(found('failed')).toEqual(['FAILED'])
  expect(statuses.filter(isSuccessful)).toEqual(['authorized', 'Captured'])
  expect(STATUS_FILTERS.map(statusesOf)).toEqual([undefined, ['authorized', 'captured'], ['pending'], ['failed']])
})
