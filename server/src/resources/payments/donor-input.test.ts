import { expect, test } from 'vitest'
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
      donorAddress: '１２, ＭＧ Road\r\nPune 411001 ',
      donorPan: 'abcpe 1234-f',
      donorPhone: '९८७६५ ४३२१०',
      donorCitizenship: 'foreign',
      purpose: 'Gau Seva <b>',
    }),
  ).toEqual({
    donorName: 'श्रीमती आशा',
    donorEmail: 'asha@example.org',
    donorPhone: '+919876543210',
    donorAddress: '12, MG Road\nPune 411001',
    donorPan: 'ABCPE1234F',
    donorCitizenship: 'foreign',
    purpose: 'Gau Seva <b>',
  })
})

test.each([
  [{ donorPan: 'ABCDE1234' }, ['donorPan']],
  [{ donorEmail: 'asha@' }, ['donorEmail']],
  [{ donorPhone: '=1+1234567' }, ['donorPhone']],
  [{ donorPan: 'x', donorEmail: 'x' }, ['donorPan', 'donorEmail']],
])('refuses %j with a sentence at each field', (input, fields) => {
  const sentences = Object.fromEntries(fields.map((field) => [field, expect.any(Function)]))
  expect(() => parseDonor(input)).toThrow(expect.objectContaining({ statusCode: 400, details: { fields: sentences } }))
})

test('an unknown letter of a PAN and a name that receipts cannot print stop no gift', () => {
  const donor = parseDonor({ donorPan: 'ABCDE1234F', donorName: 'محمد Ａｌｉ' })
  expect(donor).toMatchObject({ donorPan: 'ABCDE1234F', donorName: 'محمد Ali' })
})

test('names all faults in one message', () => {
  expect(() => parseDonor({ donorPan: 'x', donorEmail: 'x' })).toThrow('Please enter a valid e-mail address. A PAN has')
})

test.each(['929876543210', '98765432100', '0000000000'])('takes the unlikely phone number %s', (donorPhone) => {
  expect(parseDonor({ donorPhone }).donorPhone).toBe(donorPhone)
})

test('removes what is invisible from names, contacts and the PAN', () => {
  const sent = {
    donorName: '\u3164\u2800',
    donorEmail: 'asha＠example.org\u200b',
    donorPhone: '\u202a＋91 98765\u201143210',
  }
  expect(parseDonor({ ...sent, donorPan: '\u200eABCPE1234F\u202c' })).toMatchObject({
    ...{ donorName: null, donorEmail: 'asha@example.org', donorPhone: '+919876543210', donorPan: 'ABCPE1234F' },
  })
})
