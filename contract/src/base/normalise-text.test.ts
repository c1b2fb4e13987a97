import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseText } from './normalise-text.ts'

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
    ['null bytes and other control characters', '\0a\u0001\u007fb\0', 'a b'],
  ])('%s', (_what, one, other) => {
    expect(normaliseText(one)).toBe(normaliseText(other))
  })
})

describe('distinguishes', () => {
  test.each([
    ['vowel signs', 'राम', 'रम'],
    ['virama', 'कर्म', 'करम'],
    ['punctuation', 'a%b', 'a_b'],
    ['a number with and without a dash', '98765-43210', '9876543210'],
  ])('%s', (_what, one, other) => {
    expect(normaliseText(one)).not.toBe(normaliseText(other))
  })
})

const unit = fc.constantFrom(...'aAbBéÉñßſİıKς सरज़क़ँं\u093c\u0301\u200d\u200b१9🙏\t\n\0ﬁ', 'ज\u093c', 'e\u0301')
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

test('normalises a substring to a substring of the normalised text', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      expect(normaliseText(before + part + after)).toContain(normaliseText(part))
    }),
  )
})
