import { describe, expect, test } from 'vitest'
import { parseDonor } from './donor-input.ts'

test('returns null for omitted, null and blank fields', () => {
  const empty = {
    donorName: null,
    donorEmail: null,
    donorPhone: null,
    donorAddress: null,
    donorPan: null,
    donorCitizenship: null,
    purpose: null,
  }
  expect(parseDonor({})).toEqual(empty)
  expect(
    parseDonor({ donorName: ' \u200b ', donorEmail: '', donorPhone: null, donorPan: ' - ', purpose: '\n\t' }),
  ).toEqual(empty)
})

test('normalises text and keeps the lines of an address', () => {
  expect(
    parseDonor({
      donorName: ' श्रीमती\u0000  आशा ',
      donorEmail: ' asha@example.org ',
      donorAddress: '12, MG Road\r\nPune 411001 ',
      donorPan: 'abcpe 1234-f',
      donorCitizenship: 'foreign',
      purpose: 'Gau Seva <b>',
    }),
  ).toEqual({
    donorName: 'श्रीमती आशा',
    donorEmail: 'asha@example.org',
    donorPhone: null,
    donorAddress: '12, MG Road\nPune 411001',
    donorPan: 'ABCPE1234F',
    donorCitizenship: 'foreign',
    purpose: 'Gau Seva <b>',
  })
})

test.each([
  ['98765 43210', '+919876543210'],
  ['09876543210', '+919876543210'],
  ['+91-98765-43210', '+919876543210'],
  ['919876543210', '+919876543210'],
  ['९८७६५४३२१०', '+919876543210'],
  ['(020) 2612 3456', '(020) 2612 3456'],
  ['+1 650 555 0100', '+1 650 555 0100'],
  ['5876543210', '5876543210'],
])('stores the phone %s as %s', (donorPhone, expected) => {
  expect(parseDonor({ donorPhone }).donorPhone).toBe(expected)
})

describe('refuses invalid input', () => {
  test.each([
    [{ donorPan: 'ABCD1234F' }, 'donorPan'],
    [{ donorPan: 'ABCPE12345' }, 'donorPan'],
    [{ donorPan: 'ABCDE1234F' }, 'donorPan'],
    [{ donorEmail: 'asha@' }, 'donorEmail'],
    [{ donorPhone: '12345' }, 'donorPhone'],
    [{ donorPhone: '=1+1234567' }, 'donorPhone'],
    [{ donorPhone: '929876543210' }, 'donorPhone'],
    [{ donorPhone: 'call me' }, 'donorPhone'],
    [{ donorPhone: '1234567890123456' }, 'donorPhone'],
  ])('%j', (input, field) => {
    expect(() => parseDonor(input)).toThrow(
      expect.objectContaining({
        statusCode: 400,
        details: { fields: { [field]: expect.any(Function) } },
      }),
    )
  })

  test('with a message for every invalid field', () => {
    expect(() => parseDonor({ donorPan: 'x', donorEmail: 'x' })).toThrow(
      'Please enter a valid e-mail address. A PAN has',
    )
  })
})
