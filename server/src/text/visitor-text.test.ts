import { expect, test } from 'vitest'
import { isEmail } from './email.ts'
import { toAddress, toLine, toLines, toName } from './localised-text.ts'

test('removes hidden characters and extra spaces from a line', () => {
  expect(toLine(' \t Asha \r\n\u0000 Rao\u0007\u202e \u2028')).toBe('Asha Rao')
  expect(toLine('क\u200dष <b>&amp;</b>')).toBe('क\u200dष <b>&amp;</b>')
  expect(toLine('\ud800x')).toBe('\ufffdx')
  expect(toLine('asha@example.org\u200b')).toBe('asha@example.org')
  expect(toLine('\u3164\u2800')).toBe('')
})

test('writes full-width letters of a name as the usual ones, and keeps other letters', () => {
  expect(toName(' Ａｓｈａ\u3000Ｒａｏ ')).toBe('Asha Rao')
  expect(toAddress('１２ ＭＧ Ｒｏａｄ\nपुणे')).toBe('12 MG Road\nपुणे')
  expect(toName('आशा ﷲ ½')).toBe('आशा ﷲ ½')
})

test('keeps line breaks of a text', () => {
  expect(toLines('\n one\u0000 \r\n\r\n\ttwo\u202e\rthree\u2028four\n\n')).toBe('one\n\n two\nthree\nfour')
  expect(toLines('a\u00adb \u200e“c”')).toBe('a\u00adb \u200e“c”')
})

test.each(['a@b.in', 'asha.rao+x@mail.example.org', "o'neil@x.co.in", 'आशा@उदाहरण.भारत'])(
  'accepts %s as an e-mail address',
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
  'a@b.in/x',
  'a@b%61.in',
])('rejects %s as an e-mail address', (text) => {
  expect(isEmail(text)).toBe(false)
})

test('checks a very long e-mail address in linear time', () => {
  expect(isEmail(`a@${'b.'.repeat(100_000)}`)).toBe(false)
})
