import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseText } from './normalise-text.ts'

describe('text folds to the same', () => {
  test.each([
    ['case', 'RAMESH Kumar', 'ramesh kumar'],
    ['accents, put together or apart', 'Jos\u00e9 N\u0303andu\u0301', 'Jose \u00d1and\u00fa'],
    ['nukta, put together or apart', '\u095bाकिर', 'जाकिर'],
    ['nukta on its own', 'ज\u093cाकिर', 'जाकिर'],
    ['candrabindu and anusvara', 'राँची', 'रांची'],
    ['joiners that only shape', 'श्री\u200d क्\u200cष', 'श्री क्ष'],
    ['digits of both scripts', '१२३४५६७८९०', '1234567890'],
    ['full width', 'ＡＢＣ＋９１', 'abc+91'],
    ['ligatures and numerals', 'ﬃ Ⅷ', 'ffi viii'],
    ['the two sigmas of Greek', 'Ἀνδρέας', 'ανδρεασ'],
    ['what has no width', 'a\u200bb\ufeffc\u2060d', 'abcd'],
    ['all kinds of blanks', '  a\t\u00a0\r\nb\u3000', 'a b'],
    ['null bytes and other controls', '\0a\u0001\u007fb\0', 'a b'],
  ])('%s', (_what, one, other) => {
    expect(normaliseText(one)).toBe(normaliseText(other))
  })
})

describe('text stays apart', () => {
  test.each([
    ['vowel signs', 'राम', 'रम'],
    ['virama', 'कर्म', 'करम'],
    ['signs that a search means', 'a%b', 'a_b'],
    ['a dash', '98765-43210', '9876543210'],
  ])('%s', (_what, one, other) => {
    expect(normaliseText(one)).not.toBe(normaliseText(other))
  })
})

const unit = fc.constantFrom(...'aAbBéÉñßſİıKς सरज़क़ँं\u093c\u0301\u200d\u200b१9🙏\t\n\0ﬁ', 'ज\u093c', 'e\u0301')
const text = fc.oneof(fc.string({ unit, maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 10 }))

test('folded text folds to itself, and holds no line break', () => {
  fc.assert(
    fc.property(text, (one) => {
      const folded = normaliseText(one)
      expect(normaliseText(folded)).toBe(folded)
      expect(folded).not.toMatch(/[\n\r\0]|^\s|\s$/)
    }),
  )
})

test('a part of a text is still a part of it when both are folded', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      expect(normaliseText(before + part + after)).toContain(normaliseText(part))
    }),
  )
})
