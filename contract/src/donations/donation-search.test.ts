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
    ...['', '   ', '\0', 'z', 'ZAKIR.h@', 'hussain', 'जाकिर', 'gau seva', 'GAU  SEVA', 'seva gau', 'hussain zakir'],
    ...['9876543210', '98765 43210', '98765-43210', '(+91) 98765 43210', '09876543210', '0 98765 43210'],
    ...['098765-43210', '0987', '०९८७६५', '९८७६५', 'seva 98765 example.org', 'hussain 5000'],
    ...['pay_Nx12', 'PAY_NX12ABCD', 'sd/2026-27/00042', '00042', '₹5000.50', '₹ 5,000.5', '5,000', '5000'],
  ])('search %j matches', (search) => expect(matches(search)).toBe(true))

  test.each([
    // A word does not match across two fields.
    ...['hussainzakir', 'hussain meera', '43211', '0998', '%', '*', 'pay_', 'ab'],
    ...['500', '000.50', '5000.05', '15000'],
  ])('search %j does not match', (search) => expect(matches(search)).toBe(false))

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
    ['e-mail', { donorEmail: ' A@x.in ', donorName: 'A' }, { donorEmail: 'a@X.in', donorPhone: '1' }],
    ['digits of the phone', { donorPhone: '+91 98765', donorName: 'A' }, { donorPhone: '९१-९८७६५', donorEmail: ' ' }],
    ['normalised name', { donorName: 'ज़ाकिर  H' }, { donorName: 'जाकिर h', donorPhone: '-' }],
  ])('identifies a donor by the %s', (_by, one, other) => {
    expect(donorKey(one)).not.toBeNull()
    expect(donorKey(one)).toBe(donorKey(other))
  })

  test('reads only the first 500 characters', () => {
    const name = 'क'.repeat(500)
    expect(donorKey({ donorName: `${name}ख` })).toBe(donorKey({ donorName: `${name}ग` }))
    expect(donorKey({ donorName: `${name.slice(1)}ख` })).not.toBe(donorKey({ donorName: `${name.slice(1)}ग` }))
  })

  test('differs between e-mail, phone and name, and is null without any of them', () => {
    const keys = [{ donorEmail: '1' }, { donorPhone: '1' }, { donorName: '1' }].map(donorKey)
    expect(new Set(keys).size).toBe(3)
    expect(donorKey({ donorName: ' ', donorEmail: '\u200b', donorPhone: '+-' })).toBeNull()
  })
})

test.each([
  ['D’Souza', "D'Souza"],
  ['हिंदी भवन', 'हिन्दी'],
  ['गङ्गा', 'गंगा'],
  ['A. P. J. Kalam', 'A.P.J. Kalam'],
  ['A.P.J. Kalam', 'A. P. J. Kalam'],
  ['Pa\u00adtil', 'patil'],
  ['हिन्दी भवन', 'हिन'],
  ['हिन्दी भवन', 'हिन्'],
  ['अन्नदान', 'अन'],
  ['जन्म', 'जन'],
  ['जन्म', 'जन्'],
  ['चम्पा', 'चम'],
])('finds the donor %j by %j', (donorName, search) => {
  expect(matchesSearch({ donorName }, parseSearch(search))).toBe(true)
})

test('a word of three characters has no shorter spelling, which no index would find', () => {
  expect(parseSearch('जन्')).toEqual([['जन्', 'जंत', 'जंथ', 'जंद', 'जंध']])
})

test.each([
  ['राँची', 'राम'],
  ['हिन्दी', 'हिम'],
])('does not find %j by %j, whose nasal comes before other consonants', (donorName, search) => {
  expect(matchesSearch({ donorName }, parseSearch(search))).toBe(false)
})
