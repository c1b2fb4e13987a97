import { expect, test } from 'vitest'
import { findDeviceMark, renewDeviceMark } from './device-mark.ts'

const KEY = 'key'
const DAY_MS = 24 * 60 * 60 * 1000
const NOW = new Date('2026-11-22T10:00:00.000Z')
const renewed = (...input: Parameters<typeof renewDeviceMark>) => renewDeviceMark(...input).marks
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS)

test('finds the mark of the account that it was issued for', () => {
  const marks = renewed(KEY, 'asha', '', NOW)
  expect(findDeviceMark(KEY, 'asha', marks, NOW)).toEqual({ deviceId: expect.any(String), issuedAt: NOW })
  expect(findDeviceMark(KEY, 'farida', marks, NOW)).toBeUndefined()
  expect(findDeviceMark('other key', 'asha', marks, NOW)).toBeUndefined()
})

test('rejects a mark with any changed character', () => {
  const marks = renewed(KEY, 'asha', '', NOW)
  for (let at = 0; at < marks.length; at += 1) {
    const changed = `${marks.slice(0, at)}${marks[at] === 'a' ? 'b' : 'a'}${marks.slice(at + 1)}`
    // The last character of base64url has bits that are not part of the signature.
    if (at < marks.length - 1) expect(findDeviceMark(KEY, 'asha', changed, NOW)).toBeUndefined()
  }
})

test.each(['', '~', 'x', 'a.b.c', '~~~~', `${'a'.repeat(16)}.zzz.${'a'.repeat(22)}`])('ignores %j', (marks) => {
  expect(findDeviceMark(KEY, 'asha', marks, NOW)).toBeUndefined()
  expect(renewed(KEY, 'asha', marks, NOW).length).toBeLessThan(100)
})

test('ends 400 days after the last sign-in', () => {
  const first = renewed(KEY, 'asha', '', NOW)
  expect(findDeviceMark(KEY, 'asha', first, later(399))).toBeDefined()
  expect(findDeviceMark(KEY, 'asha', first, later(401))).toBeUndefined()
  const second = renewed(KEY, 'asha', first, later(399))
  expect(findDeviceMark(KEY, 'asha', second, later(500))?.deviceId).toBe(
    findDeviceMark(KEY, 'asha', first, NOW)?.deviceId,
  )
})

test('rejects a mark that a wrong clock issued years ahead', () => {
  expect(findDeviceMark(KEY, 'asha', renewed(KEY, 'asha', '', later(4000)), NOW)).toBeUndefined()
})

test('keeps one mark per account, of the ten latest accounts', () => {
  let marks = ''
  for (let n = 0; n < 12; n += 1) marks = renewed(KEY, `account ${n}`, marks, NOW)
  marks = renewed(KEY, 'account 11', marks, NOW)
  const known = Array.from({ length: 12 }, (_, n) => findDeviceMark(KEY, `account ${n}`, marks, NOW) !== undefined)
  expect(known).toEqual([false, false, ...Array(10).fill(true)])
})

test('finds the mark among more than ten, as when a cookie and a header are sent', () => {
  let cookie = ''
  for (let n = 0; n < 10; n += 1) cookie = renewed(KEY, `account ${n}`, cookie, NOW)
  const both = `${cookie}~${renewed(KEY, 'asha', '', NOW)}`
  expect(findDeviceMark(KEY, 'asha', both, NOW)).toBeDefined()
  expect(findDeviceMark(KEY, 'asha', renewed(KEY, 'asha', both, NOW), NOW)).toBeDefined()
})
