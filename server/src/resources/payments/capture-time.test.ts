import { expect, test } from 'vitest'
import { captureTime } from './capture-time.ts'

const at = (time: string) => new Date(`2026-${time}Z`)
/** Ordered on 31 March 23:58 in India. */
const orderedAt = at('03-31T18:28:00')

test.each([
  [
    'its word of the capture, however late it comes',
    { toldAt: at('03-31T18:32:00'), begunAt: at('03-31T18:29:00') },
    '04-02T06:00:00',
    '03-31T18:32:00',
  ],
  [
    'now, when the donor is just paying',
    { toldAt: null, begunAt: at('03-31T18:29:30') },
    '03-31T18:31:00',
    '03-31T18:31:00',
  ],
  [
    'the beginning of the payment, when it is asked about later',
    { toldAt: null, begunAt: at('03-31T18:29:00') },
    '03-31T18:43:00',
    '03-31T18:29:00',
  ],
  ['now, when nothing is told', { toldAt: null, begunAt: null }, '03-31T18:43:00', '03-31T18:43:00'],
  [
    'now, when what is told was before the order',
    { toldAt: at('03-30T00:00:00'), begunAt: at('01-01T00:00:00') },
    '03-31T18:31:00',
    '03-31T18:31:00',
  ],
  [
    'now, when what is told is to come',
    { toldAt: at('05-01T00:00:00'), begunAt: at('05-01T00:00:00') },
    '03-31T18:31:00',
    '03-31T18:31:00',
  ],
  [
    'its word, when the clocks differ a little',
    { toldAt: at('03-31T18:31:30'), begunAt: null },
    '03-31T18:29:00',
    '03-31T18:31:30',
  ],
])('the moment is %s', (_name, told, now, expected) => {
  expect(captureTime({ ...told, orderedAt }, at(now))).toEqual(at(expected))
})
