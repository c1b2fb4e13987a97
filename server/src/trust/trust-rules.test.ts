import { expect, test } from 'vitest'
import { readContent } from './read-content.ts'
import { trustOf } from './trust-content.ts'
import { parseDataUrl } from './trust-picture.ts'
import { certificateName, mayTakeForeignGifts, ruleOn } from './trust-rules.ts'

const faultsOf = (content: unknown) => readContent(content, { language: 'en', readPicture: parseDataUrl }).faults

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
  expect(faultsOf(content)).toEqual([])
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
  const faults = faultsOf(content)
  expect(faults).toMatchObject([{ field: `rules[0].certificate${ofLanguage}` }])
  expect(faults[0]?.sentence('en')).toBe('Must be one line of text, 1 to 60 characters long.')
  expect(faults[0]?.sentence('hi')).toBe('एक पंक्ति में लिखें, ज़्यादा से ज़्यादा 60 अक्षर।')
})

test('other texts need the language of receipts, and characters that receipts print', () => {
  const rules = [{ from: '2026-04-01', certificate: { hi: 'फ़ॉर्म 114' } }]
  const content = { name: '证', phone: { hi: '1' }, rules }
  expect(faultsOf(content).map(({ field }) => field)).toEqual(['name', 'phone.en'])
})
