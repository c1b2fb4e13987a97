import { expect, test } from 'vitest'
import { captureTime, captureTimeIfRecent } from './capture-time.ts'

const at = (time: string) => new Date(`2026-${time}Z`)
/** Ordered on 31 March 21:30 in India. */
const orderedAt = at('03-31T16:00:00')
const nothing = { reportedAt: null, startedAt: null, uncapturedAt: null }

test.each([
  [
    'its word of the capture, however late it comes',
    { reportedAt: at('03-31T18:32:00'), startedAt: at('03-31T16:01:00'), uncapturedAt: at('03-31T16:02:00') },
    '04-02T06:00:00',
    '03-31T18:32:00',
  ],
  [
    'the beginning of the payment, when nothing says that it was not captured then',
    { startedAt: at('03-31T16:01:00') },
    '04-02T06:00:00',
    '03-31T16:01:00',
  ],
  [
    'the last at which it was not captured, when the bank answered late',
    { startedAt: at('03-31T16:01:00'), uncapturedAt: at('03-31T18:30:00') },
    '04-02T06:00:00',
    '03-31T18:30:00',
  ],
  [
    'the beginning, when that is later',
    { startedAt: at('03-31T16:03:00'), uncapturedAt: at('03-31T16:01:00') },
    '03-31T18:43:00',
    '03-31T16:03:00',
  ],
  [
    'the last at which it was not captured, alone',
    { uncapturedAt: at('04-01T00:00:00') },
    '04-02T06:00:00',
    '04-01T00:00:00',
  ],
  ['now, when nothing is told', {}, '03-31T18:43:00', '03-31T18:43:00'],
  [
    'now, when what is told was before the order',
    { reportedAt: at('03-30T00:00:00'), startedAt: at('01-01T00:00:00'), uncapturedAt: at('01-01T00:00:00') },
    '03-31T18:31:00',
    '03-31T18:31:00',
  ],
  [
    'now, when what is told is to come',
    { reportedAt: at('05-01T00:00:00'), startedAt: at('05-01T00:00:00'), uncapturedAt: at('05-01T00:00:00') },
    '03-31T18:31:00',
    '03-31T18:31:00',
  ],
  [
    'its word, when the clocks differ a little',
    { reportedAt: at('03-31T18:31:30') },
    '03-31T18:29:00',
    '03-31T18:31:30',
  ],
])('the moment is %s', (_name, told, now, expected) => {
  expect(captureTime({ ...nothing, ...told, orderedAt }, at(now))).toEqual(at(expected))
})

test('the page of a donor who is just paying sends word at once', () => {
  expect(captureTimeIfRecent(at('03-31T18:28:00'), at('03-31T18:32:00'))).toEqual(at('03-31T18:32:00'))
  expect(captureTimeIfRecent(at('03-31T18:28:00'), at('03-31T18:34:00'))).toBeNull()
  expect(captureTimeIfRecent(null, at('03-31T18:34:00'))).toBeNull()
})
