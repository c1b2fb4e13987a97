import { expect, test } from 'vitest'
import { parseTypedDay, typedDay } from './typed-day.ts'

test.each([
  ['01/04/2026', { day: '2026-04-01' }],
  [' 1-4-26 ', { day: '2026-04-01' }],
  ['1.4.2026', { day: '2026-04-01' }],
  ['1 4 2026', { day: '2026-04-01' }],
  ['01042026', { day: '2026-04-01' }],
  ['010426', { day: '2026-04-01' }],
  ['०१/०४/२०२६', { day: '2026-04-01' }],
  ['29/02/2028', { day: '2028-02-29' }],
  ['29/02/2026', { fault: 'no-such-day' }],
  ['31/02/2026', { fault: 'no-such-day' }],
  ['00/04/2026', { fault: 'no-such-day' }],
  ['04/13/2026', { fault: 'no-such-day' }],
  ['01/04/1', { fault: 'year' }],
  ['01/04/0026', { fault: 'year' }],
  ['01/04/9999', { fault: 'year' }],
  ['01/04/20266', { fault: 'format' }],
  ['2026-04-01', { fault: 'format' }],
  ['1 April', { fault: 'format' }],
  ['  ', { fault: 'missing' }],
])('reads %j', (text, expected) => expect(parseTypedDay(text, [1900, 2100])).toEqual(expected))

test('formats a day as it is typed', () => {
  expect(typedDay('2026-04-01')).toBe('01/04/2026')
  expect(parseTypedDay(typedDay('2026-04-01'), [1900, 2100])).toEqual({ day: '2026-04-01' })
})
