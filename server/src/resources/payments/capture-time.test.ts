import { expect, test } from 'vitest'
import { captureTime, captureTimeIfRecent } from './capture-time.ts'

const at = (time: string) => new Date(`2026-${time}Z`)
const timeOrNull = (time: string) => (time === '' ? null : at(time))
/** 31 March 21:30 in India. */
const orderedAt = at('03-31T16:00:00')

test.each([
  [
    'the reported time, also late',
    '03-31T18:32:00',
    '03-31T16:01:00',
    '03-31T16:02:00',
    '04-02T06:00:00',
    '03-31T18:32:00',
  ],
  ['the start if nothing else is known', '', '03-31T16:01:00', '', '04-02T06:00:00', '03-31T16:01:00'],
  ['the last uncaptured report', '', '03-31T16:01:00', '03-31T18:30:00', '04-02T06:00:00', '03-31T18:30:00'],
  ['the start if it is later than that', '', '03-31T16:03:00', '03-31T16:01:00', '03-31T18:43:00', '03-31T16:03:00'],
  ['that report if the start is unknown', '', '', '04-01T00:00:00', '04-02T06:00:00', '04-01T00:00:00'],
  ['now if no time is known', '', '', '', '03-31T18:43:00', '03-31T18:43:00'],
  [
    'now if all precede the order',
    '03-30T00:00:00',
    '01-01T00:00:00',
    '01-01T00:00:00',
    '03-31T18:31:00',
    '03-31T18:31:00',
  ],
  [
    'now if all are in the future',
    '05-01T00:00:00',
    '05-01T00:00:00',
    '05-01T00:00:00',
    '03-31T18:31:00',
    '03-31T18:31:00',
  ],
  ['a report slightly in the future', '03-31T18:31:30', '', '', '03-31T18:29:00', '03-31T18:31:30'],
])('returns %s', (_name, reported, started, uncaptured, now, expected) => {
  const times = {
    reportedAt: timeOrNull(reported),
    startedAt: timeOrNull(started),
    uncapturedAt: timeOrNull(uncaptured),
  }
  expect(captureTime({ ...times, orderedAt }, at(now))).toEqual(at(expected))
})

test('returns now for a payment that started within the last five minutes, else null', () => {
  expect(captureTimeIfRecent(at('03-31T18:28:00'), at('03-31T18:32:00'))).toEqual(at('03-31T18:32:00'))
  expect(captureTimeIfRecent(at('03-31T18:28:00'), at('03-31T18:34:00'))).toBeNull()
  expect(captureTimeIfRecent(null, at('03-31T18:34:00'))).toBeNull()
})
