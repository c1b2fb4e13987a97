import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { activateLanguage, loadScreenMessages } from '../../locales/language.ts'
import { formatShortAmount } from './short-amount.ts'

test.each([
  [0, '₹0', '₹0'],
  [500, '₹500', '₹500'],
  [50_000, '₹50,000', '₹50,000'],
  [1_00_000, '₹1 lakh', '₹1 लाख'],
  [2_50_000, '₹2.5 lakh', '₹2.5 लाख'],
  [80_00_000, '₹80 lakh', '₹80 लाख'],
  [1_00_00_000, '₹1 crore', '₹1 करोड़'],
  [1_50_00_000, '₹1.5 crore', '₹1.5 करोड़'],
  [1_00_000 * 1_00_00_000, '₹1,00,000 crore', '₹1,00,000 करोड़'],
])('shortens ₹%d as people say it', async (rupees, english, hindi) => {
  await loadScreenMessages()
  await activateLanguage('en')
  expect(formatShortAmount(rupees * 100, i18n)).toBe(english)
  await activateLanguage('hi')
  expect(formatShortAmount(rupees * 100, i18n)).toBe(hindi)
})
