import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseText, searchWords, toPlainForm, toVisibleLine } from './normalise-text.ts'

describe('normalises to the same text', () => {
  test.each([
    ['case', 'RAMESH Kumar', 'ramesh kumar'],
    ['accents, composed or decomposed', 'Jos\u00e9 N\u0303andu\u0301', 'Jose \u00d1and\u00fa'],
    ['nukta, composed or decomposed', '\u095bाकिर', 'जाकिर'],
    ['nukta as a separate character', 'ज\u093cाकिर', 'जाकिर'],
    ['candrabindu and anusvara', 'राँची', 'रांची'],
    ['zero-width joiners', 'श्री\u200d क्\u200cष', 'श्री क्ष'],
    ['Devanagari and ASCII digits', '१२३४५६७८९०', '1234567890'],
    ['full width', 'ＡＢＣ＋９１', 'abc+91'],
    ['ligatures and numerals', 'ﬃ Ⅷ', 'ffi viii'],
    ['the two sigmas of Greek', 'Ἀνδρέας', 'ανδρεασ'],
    ['zero-width characters', 'a\u200bb\ufeffc\u2060d', 'abcd'],
    ['every kind of space', '  a\t\u00a0\r\nb\u3000', 'a b'],
    ['null bytes and other control characters', '\0a\u0001\u007fb\0', 'ab'],
    ['soft hyphens and direction marks', '\u202aPatil\u00ad Devi\u200e\u202c', 'patil devi'],
    ['apostrophes', 'D’Souza DʼSouza D´Souza D`Souza D‘Souza', "d'souza d'souza d'souza d'souza d'souza"],
    ['quotes and dashes', '“Gau”–Seva a\u2011b a−b', '"gau"-seva a-b a-b'],
    ['a nasal before a consonant', 'हिन्दी गङ्गा पञ्च दण्ड सम्पत', 'हिंदी गंगा पंच दंड संपत'],
    ['the digits of every script', '१২૩٤๕᠖߇𑁮๙᱀', '1234567890'],
    ['blank letters', 'a\u3164b\u2800c\uffa0', 'a b c'],
  ])('%s', (_what, one, other) => {
    expect(normaliseText(one)).toBe(normaliseText(other))
  })
})

describe('distinguishes', () => {
  test.each([
    ['vowel signs', 'राम', 'रम'],
    ['virama', 'कर्म', 'करम'],
    ['a nasal at the end of a word', 'श्रीमान्', 'श्रीमां'],
    ['nasals before other consonants than a stop of their class', 'रम्या', 'रन्या'],
    ['punctuation', 'a%b', 'a_b'],
    ['a number with and without a dash', '98765-43210', '9876543210'],
  ])('%s', (_what, one, other) => {
    expect(normaliseText(one)).not.toBe(normaliseText(other))
  })
})

const letters = '’–२aAbBéÉñßſİıKς सरज़क़ँं\u093c\u0301\u200d\u200b१9🙏\t\n\0ﬁतदपमन'
const unit = fc.constantFrom(...letters, 'ज\u093c', 'e\u0301', 'न्', 'म्', 'ङ्', 'ञ्')
const text = fc.oneof(fc.string({ unit, maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 10 }))

test('is idempotent and removes line breaks', () => {
  fc.assert(
    fc.property(text, (one) => {
      const normalised = normaliseText(one)
      expect(normaliseText(normalised)).toBe(normalised)
      expect(normalised).not.toMatch(/[\n\r\0]|^\s|\s$/)
    }),
  )
})

test('a nasal stays before another nasal or a vowel', () => {
  for (const [whole = '', part = ''] of [
    ['अन्नदान', 'अन'],
    ['जन्म', 'जन'],
    ['कन्या', 'कन'],
    ['सम्मान', 'सम'],
  ])
    expect(normaliseText(whole)).toContain(part)
})

test('normalises a substring to a substring of the normalised text, but for a nasal that it divides', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      expect(normaliseText(before + part + after)).toContain(normaliseText(part).replace(/[ङञनम]्?$/u, ''))
    }),
  )
})

test('keeps joiners and selectors that shape letters and emoji, and no others', () => {
  for (const shaped of [
    'र्\u200dय',
    'മോഹന്\u200d',
    'می\u200cخواهم',
    '👨\u200d👩\u200d👧',
    '❤\ufe0f\u200d🔥',
    '👍🏽',
    '辻\u{e0100}',
  ])
    expect(toVisibleLine(shaped)).toBe(shaped)
  expect(toVisibleLine('\u200dA\u200ds\u200ch\ufe0fa\u200b\u00ad\u200f  Rao\u3164')).toBe('Asha Rao')
  expect(toVisibleLine('“आशा” – २')).toBe('“आशा” – २')
})

test('writes a number or reference in one way', () => {
  expect(toPlainForm('\u202a\u200e＋९१ 98765\u201143210\u202c ')).toBe('+91 98765-43210')
  expect(toPlainForm('UTR\u00a0№１２\u200b３')).toBe('UTR No123')
  expect(toPlainForm(toPlainForm('ŉ ‴ ½'))).toBe(toPlainForm('ŉ ‴ ½'))
})

test('takes initials as words', () => {
  expect(searchWords('a.p.j. kalam')).toEqual(searchWords('a. p. j. kalam'))
  expect(searchWords('ए.पी. अब्दुल')).toEqual(['ए.', 'पी.', 'अब्दुल'])
  expect(searchWords('asha@example.org 1.50 dr.rao')).toEqual(['asha@example.org', '1.50', 'dr.rao'])
})
