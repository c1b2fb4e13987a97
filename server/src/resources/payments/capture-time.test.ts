import { expect, test } from 'vitest'
import { captureTime, captureTimeIfRecent } from './capture-time.ts'

const at = (time: string) => new Date(`2026-${time}Z`)
/** 31 March 21:30 in India. */
const orderedAt = at('03-31T16:00:00')
const unknown = { reportedAt: null, startedAt: null, uncapturedAt: null }

test.each([
  [
    'the reported capture time, even if the report arrives late',
    { reportedAt: at('03-31T18:32:00'), startedAt: at('03-31T16:01:00'), uncapturedAt: at('03-31T16:02:00') },
    '04-02T06:00:00',
    '03-31T18:32:00',
  ],
  [
    'the start of the payment if no other time is known',
    { startedAt: at('03-31T16:01:00') },
    '04-02T06:00:00',
    '03-31T16:01:00',
  ],
  [
    'the last time when the payment was reported as uncaptured',
    { startedAt: at('03-31T16:01:00'), uncapturedAt: at('03-31T18:30:00') },
    '04-02T06:00:00',
    '03-31T18:30:00',
  ],
  [
    'the start of the payment if later than the last uncaptured report',
    { startedAt: at('03-31T16:03:00'), uncapturedAt: at('03-31T16:01:00') },
    '03-31T18:43:00',
    '03-31T16:03:00',
  ],
  [
    'the last uncaptured report if the start is unknown',
    { uncapturedAt: at('04-01T00:00:00') },
    '04-02T06:00:00',
    '04-01T00:00:00',
  ],
  ['now if no time is known', {}, '03-31T18:43:00', '03-31T18:43:00'],
  [
    'now if all times precede the order',
    { reportedAt: at('03-30T00:00:00'), startedAt: at('01-01T00:00:00'), uncapturedAt: at('01-01T00:00:00') },
    '03-31T18:31:00',
    '03-31T18:31:00',
  ],
  [
    'now if all times are in the future',
    { reportedAt: at('05-01T00:00:00'), startedAt: at('05-01T00:00:00'), uncapturedAt: at('05-01T00:00:00') },
    '03-31T18:31:00',
    '03-31T18:31:00',
  ],
  [
    'a reported time that is slightly in the future',
    { reportedAt: at('03-31T18:31:30') },
    '03-31T18:29:00',
    '03-31T18:31:30',
  ],
])('returns %s', (_name, times, now, expected) => {
  expect(captureTime({ ...unknown, ...times, orderedAt }, at(now))).toEqual(at(expected))
})

test('returns now for a payment that started within the last five minutes, else null', () => {
  expect(captureTimeIfRecent(at('03-31T18:28:00'), at('03-31T18:32:00'))).toEqual(at('03-31T18:32:00'))
  expect(captureTimeIfRecent(at('03-31T18:28:00'), at('03-31T18:34:00'))).toBeNull()
  expect(captureTimeIfRecent(null, at('03-31T18:34:00'))).toBeNull()
})
