import { expect, test } from 'vitest'
import { timeInZone, zonedDate, zonedDateTime, zoneOffset } from './zoned-time.ts'

test('formats a time in the given zone', () => {
  expect(zonedDateTime('2026-03-31T19:00:00.000Z', 'Asia/Kolkata')).toBe('2026-04-01 00:30:00')
  expect(zonedDateTime('2026-03-31T18:29:59.999Z', 'Asia/Kolkata')).toBe('2026-03-31 23:59:59')
  expect(zonedDateTime('2026-03-31T19:00:00.000Z', 'UTC')).toBe('2026-03-31 19:00:00')
  expect(zonedDate(Date.parse('2026-12-31T18:30:00Z'), 'Asia/Kolkata')).toBe('2027-01-01')
})

test('formats times before and after a clock change', () => {
  expect(zonedDateTime('2026-03-29T00:59:59Z', 'Europe/Berlin')).toBe('2026-03-29 01:59:59')
  expect(zonedDateTime('2026-03-29T01:00:00Z', 'Europe/Berlin')).toBe('2026-03-29 03:00:00')
  expect(zonedDateTime('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-25 02:30:00')
  expect(zonedDateTime('2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe('2026-10-25 02:30:00')
})

test('returns an empty text for an invalid time', () => {
  for (const time of ['', 'soon', null, undefined, Number.NaN, 9e15]) {
    expect(zonedDateTime(time, 'Asia/Kolkata')).toBe('')
  }
})

test('treats an unknown zone as Asia/Kolkata', () => {
  expect(zoneOffset(0, 'Nowhere/Else')).toBe(5.5 * 3_600_000)
})

test('finds the moment of a local time, also around a clock change', () => {
  expect(timeInZone('2026-04-01T00:30', 'Asia/Kolkata')).toBe(Date.parse('2026-03-31T19:00:00Z'))
  expect(timeInZone('2026-03-29T01:59', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T00:59:00Z'))
  expect(timeInZone('2026-03-29T03:00', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T01:00:00Z'))
  expect(timeInZone('2026-03-29T02:30', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T01:30:00Z'))
  expect(timeInZone('T18:00', 'Asia/Kolkata')).toBeNaN()
})
