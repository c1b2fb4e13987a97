import { expect, test } from 'vitest'
import { hasWrongCountryCode, isPhone, normalisePhone, phoneKey } from './phone.ts'

test.each(['9876543210', '09876543210', '919876543210', '0919876543210', '+91 98765-43210', '९८७६५ ४३२१०'])(
  'reads %s as +919876543210',
  (text) => {
    expect(normalisePhone(text)).toBe('+919876543210')
    expect(phoneKey(text)).toBe('+919876543210')
  },
)

test('keeps landlines and foreign numbers as typed, and compares their digits', () => {
  expect(normalisePhone('0565-2442244')).toBe('0565-2442244')
  expect(phoneKey('0565-2442244')).toBe(phoneKey('0565 244 2244'))
  expect(phoneKey('91 565 2442244')).toBe(phoneKey('+91 565 2442244'))
  expect(phoneKey('+44 20 7946 0958')).toBe('+442079460958')
  // A ten-digit number that begins with 93 is not Afghan.
  expect(phoneKey('9312345678')).toBe('+919312345678')
})

test.each(['', 'none', '12345', '1234567890123456', 'call 98765 43210'])('“%s” is no phone number', (text) => {
  expect(isPhone(normalisePhone(text))).toBe(false)
  expect(phoneKey(text)).toBe('')
})

test('knows 12 digits that do not begin with the code of India', () => {
  expect(hasWrongCountryCode('929876543210')).toBe(true)
  expect(hasWrongCountryCode('9876 5432 1012')).toBe(true)
  expect(hasWrongCountryCode('919876543210')).toBe(false)
  expect(hasWrongCountryCode('+442079460958')).toBe(false)
  expect(hasWrongCountryCode('9876543210')).toBe(false)
})
