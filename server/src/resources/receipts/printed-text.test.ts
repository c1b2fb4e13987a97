import { expect, test } from 'vitest'
import { lineOf, linesOf } from './printed-text.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`)

test('an address keeps its lines, up to six', () => {
  expect(linesOf(' 18 Temple  Road\r\n\n\u0000Bengaluru\r560003 ')).toBe('18 Temple Road\nBengaluru\n560003')
  expect(linesOf(lines(6).join('\n'))).toBe(lines(6).join('\n'))
  expect(linesOf('\n \n')).toBe(null)
})

test('of more lines the last ones share one, so that city and PIN are there', () => {
  const address = [...lines(5), 'Malleswaram,', 'Bengaluru', 'PIN 560003,']
  expect(linesOf(address.join('\n'))).toBe([...lines(5), 'Malleswaram, Bengaluru, PIN 560003,'].join('\n'))
})

test('nothing that the donation form takes is lost', () => {
  const letters = (count: number) => Array.from({ length: count / 2 }, () => 'क').join('\n')
  expect(linesOf(letters(500))?.replace(/[\n, ]/g, '')).toBe('क'.repeat(250))
  for (const length of [320, 200, 40]) expect(lineOf('क'.repeat(length))).toBe('क'.repeat(length))
  expect(linesOf('क'.repeat(500))).toBe('क'.repeat(500))
  expect(lineOf('x'.repeat(5000))).toHaveLength(640)
  expect(linesOf('x\n'.repeat(5000))?.length).toBeLessThanOrEqual(1500)
})

test('letters of Latin with their dots, of Greek, Cyrillic and the scripts of India stay, whichever way they are encoded', () => {
  const texts = [
    'Kṛṣṇa ḍāḥ № 5½ Ω α Борис ₹ ™ “x” – …',
    'Kṛṣṇa'.normalize('NFD'),
    'श्रीकृष्ण फ़िरोज़ \u0958 र्\u200dक',
    'বাংলা ગુજરાતી ਪੰਜਾਬੀ ಕನ್ನಡ മലയാളം കൃഷ്ണൻ ଓଡ଼ିଆ தமிழ் తెలుగు',
  ]
  for (const text of texts) expect(lineOf(text)).toBe(text)
})

test('of letters that no font has, it is said that there were some; emoji and what hides are left out', () => {
  expect(lineOf('محمد علی Ali 中文')).toBe('… Ali …')
  expect(lineOf('عمر')).toBe('…')
  expect(linesOf('12 Road 🙏🏽\n👨‍👩‍👧\n中\n1\ufe0f\u20e3')).toBe('12 Road\n…\n1')
  expect(lineOf('\u202eRam\u200b \u{e0041}🇮🇳')).toBe('Ram')
  expect(lineOf('a\ud83d')).toBe('a')
  expect(lineOf('🙏')).toBe(null)
})
