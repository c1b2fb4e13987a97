import { expect, test } from 'vitest'
import { printableLine, printableLines } from './receipt-snapshot.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`)

test('keeps up to six lines of an address', () => {
  expect(printableLines(' 18 Temple  Road\r\n\n\u0000Bengaluru\r560003 ')).toBe('18 Temple Road\nBengaluru\n560003')
  expect(printableLines(lines(6).join('\n'))).toBe(lines(6).join('\n'))
  expect(printableLines('\n \n')).toBe(null)
})

test('joins the lines after the sixth, so that city and PIN remain', () => {
  const address = [...lines(5), 'Malleswaram,', 'Bengaluru', 'PIN 560003,']
  expect(printableLines(address.join('\n'))).toBe([...lines(5), 'Malleswaram, Bengaluru, PIN 560003,'].join('\n'))
})

test('keeps everything that the donation form accepts', () => {
  const letters = (count: number) => Array.from({ length: count / 2 }, () => 'क').join('\n')
  expect(printableLines(letters(500))?.replace(/[\n, ]/g, '')).toBe('क'.repeat(250))
  for (const length of [320, 200, 40]) expect(printableLine('क'.repeat(length))).toBe('क'.repeat(length))
  expect(printableLines('क'.repeat(500))).toBe('क'.repeat(500))
  expect(printableLine('x'.repeat(5000))).toHaveLength(640)
  expect(printableLines('x\n'.repeat(5000))?.length).toBeLessThanOrEqual(1500)
})

test('keeps Latin with diacritics, Greek, Cyrillic and the scripts of India in any Unicode normal form', () => {
  const texts = [
    'Kṛṣṇa ḍāḥ № 5½ Ω α Борис ₹ ™ “x” – …',
    'Kṛṣṇa'.normalize('NFD'),
    'श्रीकृष्ण फ़िरोज़ \u0958 र्\u200dक',
    'বাংলা ગુજરાતી ਪੰਜਾਬੀ ಕನ್ನಡ മലയാളം കൃഷ്ണൻ ଓଡ଼ିଆ தமிழ் తెలుగు',
  ]
  for (const text of texts) expect(printableLine(text)).toBe(text)
})

test('replaces letters that no font has and removes emoji and hidden characters', () => {
  expect(printableLine('محمد علی Ali 中文')).toBe('… Ali …')
  expect(printableLine('عمر')).toBe('…')
  expect(printableLines('12 Road 🙏🏽\n👨‍👩‍👧\n中\n1\ufe0f\u20e3')).toBe('12 Road\n…\n1')
  expect(printableLine('\u202eRam\u200b \u{e0041}🇮🇳')).toBe('Ram')
  expect(printableLine('a\ud83d')).toBe('a')
  expect(printableLine('🙏')).toBe(null)
})
