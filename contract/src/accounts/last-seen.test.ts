import { expect, test } from 'vitest'
import { lastSeen } from './last-seen.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [-5 * MINUTE, { unit: 'now' }],
  [0, { unit: 'now' }],
  [HOUR - 1, { unit: 'now' }],
  [HOUR, { unit: 'hours', count: 1 }],
  [2 * HOUR - 1, { unit: 'hours', count: 1 }],
  [24 * HOUR - 1, { unit: 'hours', count: 23 }],
  [24 * HOUR, { unit: 'days', count: 1 }],
  [49 * HOUR, { unit: 'days', count: 2 }],
])('returns the unit and count for a time %i ms ago', (ago, expected) => {
  expect(lastSeen(NOW - ago, NOW)).toEqual(expected)
})
