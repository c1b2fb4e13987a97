import { expect, test } from 'vitest'
import { printedNumber } from '../receipts/receipt-number.ts'
import { futureNumbers } from './number-format.ts'

const LAST = new Map([['2026-27', 40]])
const format = (numberFormat: string, numberDigits = 5) => ({ numberFormat, numberDigits })
const OLD = format('SD/{year}/1{number}', 2)

test.each([
  ['a format that repeats a number later', OLD, 3, format('SD/{year}/{number}', 3), true],
  ['the same with more digits, which never repeats', OLD, 3, format('SD/{year}/{number}', 4), false],
  ['other words', OLD, 3, format('T/{year}/{number}', 3), false],
  ['more digits of the same number', format('SD/{year}/{number}', 5), 3, format('SD/{year}/{number}', 6), false],
  ['the same format', OLD, 3, OLD, false],
  ['a series without any receipt', format('2027-28/{number}/{year}', 1), 3, format('{year}/{number}/2026-27', 1), true],
  ['a year that is none', format('2026-29/{number}/{year}', 1), 3, format('{year}/{number}/2026-27', 1), false],
])('%s', (_what, before, number, after, expected) => {
  const printed = printedNumber(before, '2026-27', number)
  expect(futureNumbers(after, LAST)(printed)).toBe(expected)
})
