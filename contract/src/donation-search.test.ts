import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { donorKey, donorLines, matchesSearch, needlesOf, purposeLine } from './donation-search.ts'

const DONATION = {
  donorName: 'श्री ज़ाकिर Hussain',
  donorEmail: 'Zakir.H@Example.org',
  donorPhone: '+91 98765-43210',
  purpose: 'Gau Seva',
}
const finds = (search: string, searchIn?: 'all' | 'donor') => matchesSearch(DONATION, needlesOf(search), searchIn)

describe('a search', () => {
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
    ['९८७६५', true],
    ['gau seva', true],
    ['GAU  SEVA', true],
    ['43211', false],
    ['hussain zakir', false],
    // Not across two lines, nor across a blank that stands between.
    ['hussainzakir', false],
    ['%', false],
    ['_', false],
    ['*', false],
  ])('for %j', (search, isFound) => {
    expect(finds(search)).toBe(isFound)
  })

  test('of donors leaves the purpose out', () => {
    expect(finds('gau seva', 'donor')).toBe(false)
    expect(finds('hussain', 'donor')).toBe(true)
  })

  test('for signs alone looks for these signs', () => {
    expect(needlesOf('-')).toEqual(['-'])
    expect(needlesOf('+91 (22)')).toEqual(['+91 (22)', '9122'])
    expect(needlesOf('12')).toEqual(['12'])
  })

  test('for any part of any field finds the donation', () => {
    const whole = fc.constantFrom(...Object.values(DONATION))
    fc.assert(
      fc.property(whole, fc.nat(), fc.nat(), (text, at, length) => {
        const from = at % text.length
        expect(finds(text.slice(from, from + 1 + (length % text.length)))).toBe(true)
      }),
    )
  })
})

test('what is searched is one folded line per field, the digits of a phone beside it', () => {
  expect(donorLines(DONATION)).toBe(
    'श्री जाकिर hussain\nzakir.h@example.org\n+91 98765-43210\n919876543210'.normalize('NFKD'),
  )
  expect(purposeLine(DONATION)).toBe('gau seva')
  expect(donorLines({ donorPhone: '९८७६५' })).toBe('98765')
  expect(donorLines({ donorName: ' ', donorEmail: null })).toBe('')
})

describe('donors are the same', () => {
  test.each([
    [
      'by e-mail without case, whatever else',
      { donorEmail: ' A@x.in ', donorName: 'A' },
      { donorEmail: 'a@X.in', donorPhone: '1' },
    ],
    [
      'by the digits of the phone',
      { donorPhone: '+91 98765', donorName: 'A' },
      { donorPhone: '९१-९८७६५', donorEmail: ' ' },
    ],
    ['by the folded name', { donorName: 'ज़ाकिर  H' }, { donorName: 'जाकिर h', donorPhone: '-' }],
  ])('%s', (_by, one, other) => {
    expect(donorKey(one)).not.toBeNull()
    expect(donorKey(one)).toBe(donorKey(other))
  })

  test('by the first 500 characters of what tells them, and no more', () => {
    const name = 'क'.repeat(500)
    expect(donorKey({ donorName: `${name}ख` })).toBe(donorKey({ donorName: `${name}ग` }))
    expect(donorKey({ donorName: `${name.slice(1)}ख` })).not.toBe(donorKey({ donorName: `${name.slice(1)}ग` }))
  })

  test('but never by fields of different kinds, nor by nothing', () => {
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
