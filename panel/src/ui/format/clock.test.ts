import { expect, test } from 'vitest'
import { formatClock } from './clock.tsx'

test.each([
  [0, 0, 0, '12:00:00 AM', 'रात 12:00:00'],
  [0, 5, 9, '12:05:09 AM', 'रात 12:05:09'],
  [11, 59, 59, '11:59:59 AM', 'सुबह 11:59:59'],
  [12, 0, 0, '12:00:00 PM', 'दोपहर 12:00:00'],
  [23, 7, 1, '11:07:01 PM', 'रात 11:07:01'],
])('formats %i:%i:%i as %s, in Hindi as %s', (hours, minutes, seconds, words, hindi) => {
  const time = new Date(2026, 10, 21, hours, minutes, seconds)
  expect(formatClock(time, 'en')).toBe(words)
  expect(formatClock(time, 'hi')).toBe(hindi)
})
