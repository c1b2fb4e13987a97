import { expect, test } from 'vitest'
import { formatClock } from './clock.tsx'

test.each([
  [0, 0, 0, '12:00:00 AM'],
  [0, 5, 9, '12:05:09 AM'],
  [11, 59, 59, '11:59:59 AM'],
  [12, 0, 0, '12:00:00 PM'],
  [23, 7, 1, '11:07:01 PM'],
])('formats %i:%i:%i as %s', (hours, minutes, seconds, words) => {
  expect(formatClock(new Date(2026, 10, 21, hours, minutes, seconds))).toBe(words)
})
