import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { donorKey, donorSearchText, matchesSearch, parseSearch, searchTexts } from './donation-search.ts'

const DONATION = {
  donorName: 'श्री ज़ाकिर Hussain',
  donorEmail: 'Zakir.H@Example.org',
  donorPhone: '+91 98765-43210',
  purpose: 'Gau Seva',
}
const GIFT = {
  ...DONATION,
  amount: 5_00_050,
  razorpay: { paymentId: 'pay_Nx12ABcd' },
  receipt: { number: 'SD/2026-27/00042' },
}
const matches = (search: string, searchIn?: 'all' | 'donor') => matchesSearch(GIFT, parseSearch(search), searchIn)

describe('matchesSearch', () => {
  test.each([
    ['', true],
    ['   ', true],
    ['\0', true],
    ['z', true],
    ['ZAKIR.h@', true],
    ['hussain', true],
    ['जाकिर', true],
    ['9876543210', true],
    ['98765 43210', true],
    ['98765-43210', true],
    ['(+91) 98765 43210', true],
    ['09876543210', true],
    ['0 98765 43210', true],
    ['098765-43210', true],
    ['0987', true],
    ['०९८७६५', true],
    ['९८७६५', true],
    ['gau seva', true],
    ['GAU  SEVA', true],
    ['seva gau', true],
    ['hussain zakir', true],
    ['seva 98765 example.org', true],
    ['hussain meera', false],
    ['43211', false],
    ['0998', false],
    // A word does not match across two fields.
    ['hussainzakir', false],
    ['%', false],
    ['*', false],
    ['pay_Nx12', true],
    ['pay_', false],
    ['ab', false],
    ['PAY_NX12ABCD', true],
    ['sd/2026-27/00042', true],
    ['00042', true],
    ['₹5000.50', true],
    ['₹ 5,000.5', true],
    ['5,000', true],
    ['5000', true],
    ['hussain 5000', true],
    ['500', false],
    ['000.50', false],
    ['5000.05', false],
    ['15000', false],
  ])('search %j matches: %s', (search, isMatch) => {
    expect(matches(search)).toBe(isMatch)
  })

  test('searches only name, e-mail and phone in the scope donor', () => {
    for (const search of ['gau seva', '5000', 'pay_nx12', '00042']) expect(matches(search, 'donor')).toBe(false)
    expect(matches('hussain', 'donor')).toBe(true)
  })

  test('matches any substring of a field', () => {
    const whole = fc.constantFrom(...Object.values(DONATION))
    fc.assert(
      fc.property(whole, fc.nat(), fc.nat(), (text, at, length) => {
        const from = at % text.length
        expect(matches(text.slice(from, from + 1 + (length % text.length)))).toBe(true)
      }),
    )
  })
})

test('returns search texts with one normalised line per field', () => {
  expect(donorSearchText(DONATION)).toBe(
    'श्री जाकिर hussain\nzakir.h@example.org\n+91 98765-43210\n919876543210'.normalize('NFKD'),
  )
  expect(searchTexts({ ...GIFT, amount: null })).toMatchObject({
    purpose: 'gau seva',
    reference: 'pay_nx12abcd\nsd/2026-27/00042',
  })
  expect(donorSearchText({ donorPhone: '९८७६५' })).toBe('98765')
  expect(donorSearchText({ donorName: ' ', donorEmail: null })).toBe('')
})

describe('donorKey', () => {
  test.each([
    [
      'identifies a donor by e-mail, ignoring case and other fields',
      { donorEmail: ' A@x.in ', donorName: 'A' },
      { donorEmail: 'a@X.in', donorPhone: '1' },
    ],
    [
      'identifies a donor by the digits of the phone',
      { donorPhone: '+91 98765', donorName: 'A' },
      { donorPhone: '९१-९८७६५', donorEmail: ' ' },
    ],
    ['identifies a donor by the normalised name', { donorName: 'ज़ाकिर  H' }, { donorName: 'जाकिर h', donorPhone: '-' }],
  ])('%s', (_by, one, other) => {
    expect(donorKey(one)).not.toBeNull()
    expect(donorKey(one)).toBe(donorKey(other))
  })

  test('reads only the first 500 characters', () => {
    const name = 'क'.repeat(500)
    expect(donorKey({ donorName: `${name}ख` })).toBe(donorKey({ donorName: `${name}ग` }))
    expect(donorKey({ donorName: `${name.slice(1)}ख` })).not.toBe(donorKey({ donorName: `${name.slice(1)}ग` }))
  })

  test('differs between e-mail, phone and name, and is null without any of them', () => {
    expect(
      new Set(
        ['e', 'p', 'n'].map((_kind, at) =>
          donorKey([{ donorEmail: '1' }, { donorPhone: '1' }, { donorName: '1' }][at] ?? {}),
        ),
      ).size,
    ).toBe(3)
    expect(donorKey({ donorName: ' ', donorEmail: '', donorPhone: '+-' })).toBeNull()
  })
})
