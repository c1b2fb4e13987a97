import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { formatNumber } from '../format/money.tsx'

const LAKH = 1_00_000
const CRORE = 100 * LAKH

/** Formats a round amount in paise as people say it: `₹50,000`, `₹2 lakh`, `₹1.5 crore`. */
export function formatShortAmount(paise: number, i18n: I18n): string {
  const rupees = paise / 100
  if (rupees >= CRORE) {
    const crores = decimal(rupees / CRORE, i18n.locale)
    return i18n._(msg`₹${crores} crore`)
  }
  if (rupees >= LAKH) {
    const lakhs = decimal(rupees / LAKH, i18n.locale)
    return i18n._(msg`₹${lakhs} lakh`)
  }
  return `₹${formatNumber(rupees, i18n.locale)}`
}

/** With one decimal where there is one. */
function decimal(value: number, locale: string): string {
  return formatNumber(value, locale, Number.isInteger(value) ? 0 : 1)
}
