import { expect, test } from 'vitest'
import { normaliseCertificateNumber } from './certificate-number.ts'

test.each([
  ['  ab \t C12 ', 'AB C12'],
  ['\u2066AB\u200b\u00ad\u2060\ufeffC\u0000', 'ABC'],
  ['A\u2028B', 'A B'],
  [' \u200b\u200d ', ''],
  ['straße', 'STRASSE'],
  ['A\ud800B', 'AB'],
])('stores the number %j as %j', (text, number) => {
  expect(normaliseCertificateNumber(text)).toBe(number)
})
