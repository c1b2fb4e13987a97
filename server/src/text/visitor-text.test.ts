import { expect, test } from 'vitest'
import { isBlank, isEmail, toLine, toLines } from './visitor-text.ts'

test('a line has no hidden characters and no more space than it needs', () => {
  expect(toLine(' \t Asha \r\n\u0000 Rao\u0007\u202e \u2028')).toBe('Asha Rao')
  expect(toLine('क\u200dष <b>&amp;</b>')).toBe('क\u200dष <b>&amp;</b>')
  expect(toLine('\ud800x')).toBe('\ufffdx')
})

test('a text keeps its lines', () => {
  expect(toLines('\n one\u0000 \r\n\r\n\ttwo\u202e\rthree\u2028four\n\n')).toBe('one\n\n two\nthree\nfour')
})

test.each(['', '   ', '\u200b\u200d', '\u00a0\u3000\n', '\u0000'])('%j shows nothing', (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each(['a', '.', 'क', '🙏'])('%j shows something', (text) => {
  expect(isBlank(text)).toBe(false)
})

test.each(['a@b.in', 'asha.rao+x@mail.example.org', "o'neil@x.co.in", 'आशा@उदाहरण.भारत'])(
  '%s is an address',
  (text) => {
    expect(isEmail(text)).toBe(true)
  },
)

test.each([
  '',
  'a',
  'a@b',
  '@b.in',
  'a@.in',
  'a@b..in',
  'a b@c.in',
  'a@b.in,c@d.in',
  '<a@b.in>',
  'a@b@c.in',
  'a@b.i',
  'a:b@c.in',
])('%s is none', (text) => {
  expect(isEmail(text)).toBe(false)
})

test('an endless one is judged at once', () => {
  expect(isEmail(`a@${'b.'.repeat(100_000)}`)).toBe(false)
})
