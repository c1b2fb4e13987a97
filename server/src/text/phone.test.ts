import { expect, test } from 'vitest'
import { isPhone, normalisePhone, phoneKey } from './phone.ts'

test.each([
  ...['9876543210', '09876543210', '919876543210', '0919876543210', '+91 98765-43210', '९८७६५ ४३२१०'],
  ...[
    '+91 (0) 98765 43210',
    '+91-098765 43210',
    '0091 98765 43210',
    '＋91 98765\u201143210',
    '\u202a98765 43210\u202c',
  ],
])('reads %s as +919876543210', (text) => {
  expect(normalisePhone(text)).toBe('+919876543210')
  expect(phoneKey(text)).toBe('+919876543210')
})

test('keeps landlines and foreign numbers as typed, and compares them in their E.164 form', () => {
  expect(normalisePhone('0141-2442244')).toBe('0141-2442244')
  for (const text of ['0141-2442244', '(0141) 244 2244', '+91 141 2442244', '91 141 2442244'])
    expect(phoneKey(text)).toBe('+911412442244')
  expect(phoneKey('011 2345 6789')).toBe('+911123456789')
  expect(phoneKey('+44 20 7946 0958')).toBe('+442079460958')
  // A ten-digit number that begins with 93 is not Afghan.
  expect(phoneKey('9312345678')).toBe('+919312345678')
})

test.each([
  ...['98765432100', '0000000000', '......123456', '929876543210', '2442244', '+91 12345'],
  ...['1234567890', '12345678', '9999999999', '+91 55555 55555'],
])('“%s” is an unlikely phone number', (text) => {
  expect(isPhone(normalisePhone(text))).toBe(true)
  expect(phoneKey(text)).toBe('')
})

test.each(['', 'none', '12345', '1234567890123456', 'call 98765 43210'])('“%s” is no phone number', (text) => {
  expect(isPhone(normalisePhone(text))).toBe(false)
  expect(phoneKey(text)).toBe('')
})
