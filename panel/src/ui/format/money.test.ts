import { describe, expect, test } from 'vitest'
import { formatFileSize, formatMoney, formatSizeLimit, UNKNOWN } from './money.tsx'

/** Replaces the no-break spaces that browsers put into formatted amounts. */
const plain = (text: string) => text.replace(/\s/g, ' ')

describe('formatMoney', () => {
  test.each([
    [10000000, '₹1,00,000.00'],
    [1, '₹0.01'],
    [0, '₹0.00'],
    [-50050, '-₹500.50'],
    [123456789012, '₹1,23,45,67,890.12'],
    ['50000', '₹500.00'],
  ])('formats %j paise as %s in English and Hindi', (paise, words) => {
    expect(formatMoney(paise)).toBe(words)
    expect(formatMoney(paise, 'INR', 'hi')).toBe(words)
  })

  test.each([
    [123450, 'USD', 'USD 1,234.50'],
    [123450, 'usd', 'USD 1,234.50'],
    [5000, 'JPY', 'JPY 5,000'],
    [123450, 'not a code', 'NOT A CODE 1,234.50'],
    [123450, '', '₹1,234.50'],
    [123450, null, '₹1,234.50'],
  ])('formats %j of %j as %s', (amount, currency, words) => {
    expect(plain(formatMoney(amount, currency))).toBe(words)
  })

  test.each([undefined, null, '', 'abc', Number.NaN, {}, Number.POSITIVE_INFINITY])(
    'formats %j as a dash, not a zero',
    (amount) => {
      expect(formatMoney(amount)).toBe(UNKNOWN)
    },
  )
})

test('formats a file size in a fitting unit', () => {
  expect(formatFileSize(900)).toBe('1 kB')
  expect(formatFileSize(640_000)).toBe('625 kB')
  expect(formatFileSize(12_345_678)).toBe('11.8 MB')
  expect(formatFileSize(1.5 * 2 ** 30)).toBe('1.5 GB')
  expect(formatFileSize(0)).toBe('0 kB')
})

test('formats a size limit exactly, and a file just over the limit as larger', () => {
  expect(formatSizeLimit(25 * 2 ** 20)).toBe('25 MB')
  expect(formatSizeLimit(2048 * 2 ** 20)).toBe('2 GB')
  expect(formatFileSize(25 * 2 ** 20)).toBe('25 MB')
  expect(formatFileSize(25 * 2 ** 20 + 1)).toBe('25.1 MB')
})
