import { expect, test } from 'vitest'
import { toTrust, trustOf } from './trust-content.ts'
import { certificateName, mayTakeForeignGifts, ruleOn } from './trust-rules.ts'

const trust = toTrust(
  {
    name: 'Seva',
    rules: [
      { from: '2020-04-01', cashDayLimit: 200_000 },
      { from: '2026-04-01', receiptOnClearing: false, fcra: { number: '1', date: '2026-05-01' } },
    ],
  },
  'en',
)

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

test('foreign gifts are allowed from the day of the registration, or by the environment', () => {
  const may = (day: string, fcraRegistration?: string) => mayTakeForeignGifts({ fcraRegistration }, trust, day)
  expect(['2026-03-31', '2026-04-30', '2026-05-01'].map((day) => may(day))).toEqual([false, false, true])
  expect(may('2019-01-01', '231660000')).toBe(true)
})

test('the rule on the first day of a financial year names its certificate, in both languages', () => {
  const rules = [
    { from: '2026-04-02', certificate: 'later' },
    { from: '2026-04-01', certificate: { en: 'Form 114', hi: 'फ़ॉर्म 114' } },
    { from: '2021-04-01', certificate: 'Form 10BE' },
  ]
  for (const language of ['en', 'hi'] as const) {
    const named = (year: string) => certificateName(trustOf({ name: 'Seva', rules }, language), year)
    expect(named('2026-27')).toEqual({ en: 'Form 114', hi: 'फ़ॉर्म 114' })
    expect(named('2025-26')).toEqual({ en: 'Form 10BE', hi: 'Form 10BE' })
    expect(named('2020-21')).toBeUndefined()
  }
})
