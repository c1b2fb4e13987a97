import { describe, expect, test } from 'vitest'
import {
  filtersOf,
  isSuccessful,
  matchesStatus,
  type StatusFilter,
  statusLabel,
  statusTone,
} from './donation-status.ts'

describe('returns the label and tone of a status', () => {
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
    // Only what counts in totals is labelled Success.
    expect(isSuccessful(status)).toBe(label === 'Success')
  })
})

test('filters by status, ignoring case and treating captured as authorized', () => {
  const statuses = ['authorized', 'Captured', 'pending', 'FAILED', 'created', 'Refunded', '', null, undefined]
  const matching = (filter: StatusFilter) => statuses.filter((status) => matchesStatus(status, filter))
  expect(matching('all')).toEqual(statuses)
  expect(matching('authorized')).toEqual(['authorized', 'Captured'])
  expect(matching('pending')).toEqual(['pending'])
  expect(matching('failed')).toEqual(['FAILED'])
  expect(matching('created')).toEqual(['created'])
  expect(matching('refunded')).toEqual(['Refunded'])
  expect(matching('cancelled')).toEqual([])
  expect(matching('unknown')).toEqual(['', null, undefined])
  expect(statuses.filter(isSuccessful)).toEqual(['authorized', 'Captured'])
})

test('lists the filters that match a status, in the order of the screen', () => {
  expect(filtersOf(new Set([null, 'CREATED', 'on hold', 'captured']))).toEqual(['authorized', 'created', 'unknown'])
  expect(filtersOf(new Set())).toEqual([])
})
