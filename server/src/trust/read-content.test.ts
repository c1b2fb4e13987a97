import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readContent, trustOf } from './trust-content.ts'
import { assertFewPixels, dataUrl, parseDataUrl } from './trust-picture.ts'
import { certificateName, mayTakeForeignGifts, ruleOn } from './trust-settings.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
const urlOf = (type: string, bytes: string | Buffer) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`

const read = (content: unknown) => readContent(content, { language: 'en', readPicture: parseDataUrl })
const faultsOf = (content: unknown) => read(content).faults.map(({ field, sentence }) => [field, sentence('en')])

test('returns trimmed texts, no nulls, and the language of receipts', () => {
  const sent = { pan: 'AAATS1234F ', name: ' Ours', phone: null, address: [{ en: 'a ', hi: null }] }
  const { content, faults } = read(sent)
  expect(faults).toEqual([])
  const receipts = { language: 'en' }
  expect(content).toEqual({ name: 'Ours', address: [{ en: 'a' }], pan: 'AAATS1234F', receipts })
})

test('returns the type of a picture as its bytes have it', async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const { content } = read({ name: 'x', logo: urlOf('svg+xml', png) })
  expect(content.logo).toBe(urlOf('png', png))
})

const RULE = { from: '2026-04-01' }
const rule = (given: object) => ({ name: 'x', rules: [{ ...RULE, ...given }] })
const EMPTY_FIELDS = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field-${n}`, null]))
const DEEP = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
const wording = (given: object) => ({ name: 'x', wordings: [{ from: '2026-04-01' }, { from: '2020-01-01', ...given }] })

describe('refuses with one sentence that names the field', () => {
  test.each<[string, unknown, string, string]>([
    ['a list', [], '', 'Must be a group of fields'],
    ['null', null, '', 'Must be a group of fields'],
    ['no name', {}, 'name', 'This is required.'],
    ['a number for a name', { name: 5 }, 'name', 'Must be one line of text'],
    ['an empty name', { name: ' ' }, 'name', 'Must be one line of text'],
    ['a name of two lines', { name: 'a\nb' }, 'name', 'Must be one line of text'],
    [
      'a name that cannot be printed',
      { name: 'Seva \u{4e2d}\u{6587}' },
      'name',
      'Has characters that receipts cannot print: 中 文',
    ],
    ['an emoji', wording({ statement: ['Thanks', 'Thanks 🙏🏽'] }), 'wordings[1].statement[1]', 'Has characters that'],
    ['a website that cannot be printed', { name: 'x', website: 'محمد.example' }, 'website', 'Has characters that'],
    ['a name without a text in the language of receipts', { name: { hi: 'न्यास' } }, 'name.en', 'Fill in this language'],
    [
      'a third language',
      { name: { en: 'a', ta: 'b' } },
      'name.ta',
      'Is not a known language; the languages are en, hi',
    ],
    ['an unknown field', { name: 'x', adress: [] }, 'adress', 'Is not a known field; the fields are name, address'],
    ['an address that is not a list', { name: 'x', address: 'street' }, 'address', 'Write at most 12 lines.'],
    [
      'a text that is too long',
      { name: 'x'.repeat(601) },
      'name',
      'Must be one line of text, 1 to 600 characters long',
    ],
    ['an emoji in Hindi', { name: { en: 'x', hi: 'न्यास 🙏' } }, 'name.hi', 'cannot print: 🙏'],
    ['an empty line', { name: 'x', address: [{ en: 'x' }, { en: '', hi: 'य' }] }, 'address[1].en', 'Must be one line'],
    ['lists within lists', { name: 'x', address: DEEP }, 'address[0]', 'Must be one line'],
    ['many lines', { name: 'x', address: Array(20_000).fill('x') }, 'address', 'Write at most 12 lines.'],
    ['two rules of a day', { name: 'x', rules: [RULE, RULE] }, 'rules[1].from', 'Another entry begins'],
    ['a limit below zero', rule({ cashDayLimit: -1 }), 'rules[0].cashDayLimit', 'whole number'],
    ['a share over all', rule({ anonymousShare: 101 }), 'rules[0].anonymousShare', 'from 0 to 100'],
    ['a registration of no day', rule({ fcra: { number: '1', date: 'x' } }), 'rules[0].fcra.date', 'ust be a date'],
    ['no text as digits', { name: 'x', receipts: { digits: '' } }, 'receipts.digits', 'from 1 to 12'],
    ['no text as days', { name: 'x', receipts: { linkDays: '' } }, 'receipts.linkDays', 'from 1 to 36500'],
    ['no text as number', { name: 'x', receipts: { number: '' } }, 'receipts.number', 'Must be like SD'],
    ['a language as the content', { en: null }, 'name', 'This is required'],
    ['a group per language', { name: 'x', receipts: { hi: {} } }, 'receipts.hi', 'Is not a known field'],
    ['a wrong field after a hundred empty ones', { name: 'x', ...EMPTY_FIELDS, phone: 7 }, 'phone', 'Must be one line'],
    ['an invalid PAN', { name: 'x', pan: 'AAATS12345' }, 'pan', 'Must be like AAATS1234F'],
    [
      'an unsupported language',
      { name: 'x', receipts: { language: 'ta' } },
      'receipts.language',
      'Must be one of en, hi',
    ],
    [
      'a number format without a year',
      { name: 'x', receipts: { number: 'SD/{number}' } },
      'receipts.number',
      'Must be like SD/{year}/{number}',
    ],
    [
      'a number format with two years',
      { name: 'x', receipts: { number: '{year}{year}{number}' } },
      'receipts.number',
      'Must be like SD/{year}/{number}',
    ],
    [
      'a number format in Hindi',
      { name: 'x', receipts: { number: 'न्यास/{year}/{number}' } },
      'receipts.number',
      'Must be like',
    ],
    ['no digits', { name: 'x', receipts: { digits: 0 } }, 'receipts.digits', 'Must be a whole number from 1 to 12'],
    ['a fraction of a day', { name: 'x', receipts: { linkDays: 1.5 } }, 'receipts.linkDays', 'Must be a whole number'],
    [
      'a wording without a valid date',
      wording({ from: 'April' }),
      'wordings[1].from',
      'Must be a date like 2026-04-01',
    ],
    ['a wording from 31 April', wording({ from: '2026-04-31' }), 'wordings[1].from', 'Is not a date: 2026-04-31'],
    ['two wordings from the same day', wording({ from: '2026-04-01' }), 'wordings[1].from', 'Another entry begins'],
    ['an unknown need', wording({ needs: ['aadhaar'] }), 'wordings[1].needs[0]', 'Must be one of name, address, pan'],
    ['a need that is null', wording({ needs: ['pan', null] }), 'wordings[1].needs[1]', 'Must be one of'],
    ['an empty line', wording({ approval: [''] }), 'wordings[1].approval[0]', 'Must be one line'],
    [
      'a cash note without a limit',
      wording({ cash: { text: 'x' } }),
      'wordings[1].cash.aboveRupees',
      'This is required.',
    ],
    ['a signatory without a name', { name: 'x', signatory: {} }, 'signatory.name', 'This is required.'],
    [
      'a registration per language',
      { name: 'x', rules: [{ from: '2026-04-01', fcra: { number: { en: '1' }, date: '2026-05-01' } }] },
      'rules[0].fcra.number',
      'Must be one line of text',
    ],
    ['text in place of a group', { name: 'x', signatory: 'Meera' }, 'signatory', 'Must be a group of fields'],
    [
      'text in place of a choice',
      { name: 'x', rules: [{ from: '2026-04-01', receiptForLeaf: 'no' }] },
      'rules[0].receiptForLeaf',
      'Must be true or false',
    ],
    ['a picture that is none', { name: 'x', logo: 7 }, 'logo', 'Choose a PNG, JPEG or SVG picture'],
    ['a path', { name: 'x', logo: 'logo.png' }, 'logo', 'Choose a PNG, JPEG or SVG picture'],
    [
      'a picture of more than a megabyte',
      { name: 'x', logo: urlOf('svg+xml', SVG + ' '.repeat(1024 * 1024)) },
      'logo',
      'This picture is larger than 1 MB',
    ],
  ])('%s', (_what, content, field, sentence) => {
    expect(faultsOf(content)).toEqual([[field, expect.stringContaining(sentence)]])
    for (const { sentence: said } of read(content).faults) expect(said('en')).toMatch(/^[^\n]+\.$/)
  })
})

test('refuses a picture of more than 25 megapixels if the caller does', async () => {
  const png = await sharp({ create: { width: 5200, height: 5000, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const picture = parseDataUrl('logo', urlOf('png', png))
  expect(dataUrl(picture)).toBe(urlOf('png', png))
  expect(() => assertFewPixels('logo', picture)).toThrow('more than 25 megapixels')
})

const trust = trustOf(
  {
    name: 'Seva',
    rules: [
      { from: '2020-04-01', cashDayLimit: 200_000 },
      { from: '2026-04-01', receiptOnClearing: false, fcra: { number: '1', date: '2026-05-01' } },
    ],
  },
  'en',
)

const NO_FCRA = { ...ruleOn(trust, '2020-04-01'), from: '2020-04-01' }

test('the latest rule that began counts, and none before the first', () => {
  const none = {
    cashDayLimit: null,
    anonymousLimit: null,
    anonymousShare: null,
    receiptOnClearing: true,
    receiptForLeaf: false,
    fcra: null,
  }
  expect(ruleOn(trust, '2020-03-31')).toMatchObject(none)
  expect(ruleOn(trust, '2020-04-01')).toMatchObject({ ...none, cashDayLimit: 2_00_000_00 })
  expect(ruleOn(trust, '2026-03-31').cashDayLimit).toBe(2_00_000_00)
  expect(ruleOn(trust, '2026-04-01')).toMatchObject({ cashDayLimit: null, receiptOnClearing: false })
})

test('foreign gifts are allowed from the day of the registration, or by the environment before settings name one', () => {
  const ended = [{ from: '2026-06-01' }, ...trust.rules].map((rule) => ({ ...NO_FCRA, ...rule }))
  for (const fcraRegistration of [undefined, '231660000']) {
    const may = (day: string, rules = ended) => mayTakeForeignGifts({ fcraRegistration }, { rules }, day)
    expect(['2026-03-31', '2026-04-30', '2026-05-01', '2026-06-01'].map((day) => may(day))).toEqual([
      ...[fcraRegistration !== undefined, false, true, false],
    ])
    expect(may('2019-01-01', [NO_FCRA])).toBe(fcraRegistration !== undefined)
  }
})

test('the rule on the first day of a financial year names its certificate, in both languages', () => {
  const rules = [
    { from: '2026-04-02', certificate: 'later' },
    { from: '2026-04-01', certificate: { en: 'Form 114', hi: 'फ़ॉर्म 114' } },
    { from: '2021-04-01', certificate: 'Form 10BE' },
  ]
  for (const language of ['en', 'hi'] as const) {
    const named = (year: string, asked: 'en' | 'hi') =>
      certificateName(trustOf({ name: 'Seva', rules }, language), year)?.(asked)
    expect([named('2026-27', 'en'), named('2026-27', 'hi')]).toEqual(['Form 114', 'फ़ॉर्म 114'])
    expect([named('2025-26', 'en'), named('2025-26', 'hi')]).toEqual(['Form 10BE', 'Form 10BE'])
    expect(named('2020-21', 'en')).toBeUndefined()
  }
})

test.each([
  ['en', { en: 'Form 114' }],
  ['hi', { en: 'Form 114' }],
  ['en', { hi: 'फ़ॉर्म 114' }],
  ['hi', { hi: 'फ़ॉर्म 114' }],
  ['en', '证书 ✓ 🙏'],
  ['hi', 'x'.repeat(60)],
] as const)('with receipts in “%s”, the certificate may be called %j', (language, certificate) => {
  const content = { name: 'Seva', receipts: { language }, rules: [{ from: '2026-04-01', certificate }] }
  expect(read(content).faults).toEqual([])
  const name = typeof certificate === 'string' ? certificate : Object.values(certificate).find(Boolean)
  const called = certificateName(trustOf(content, language), '2026-27')
  expect([called?.('en'), called?.('hi')]).toEqual([name, name])
})

test.each([
  ['', ''],
  [' \u200b ', ''],
  ['Form\n114', ''],
  ['x'.repeat(61), ''],
  [{ en: 'Form 114', hi: 'x'.repeat(61) }, '.hi'],
  [{ hi: 'x'.repeat(61) }, '.hi'],
  [{ en: 'x'.repeat(61) }, '.en'],
])('a certificate cannot be called %j', (certificate, ofLanguage) => {
  const content = { name: 'Seva', rules: [{ from: '2026-04-01', certificate }] }
  const { faults } = read(content)
  expect(faults).toMatchObject([{ field: `rules[0].certificate${ofLanguage}` }])
  expect(faults[0]?.sentence('en')).toBe('Must be one line of text, 1 to 60 characters long.')
  expect(faults[0]?.sentence('hi')).toBe('एक पंक्ति में लिखें, ज़्यादा से ज़्यादा 60 अक्षर।')
})

test('other texts need the language of receipts, and characters that receipts print', () => {
  const rules = [{ from: '2026-04-01', certificate: { hi: 'फ़ॉर्म 114' } }]
  const content = { name: '证', phone: { hi: '1' }, rules }
  expect(read(content).faults.map(({ field }) => field)).toEqual(['name', 'phone.en'])
})
