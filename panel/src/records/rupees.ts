import { toPlainForm } from '@sevadesk/contract/base/normalise-text.ts'
import { GIFT_MAX } from '@sevadesk/contract/gifts/gift-fields.ts'
import { formatNumber } from '../ui/format/money.tsx'

export type AmountFault = 'missing' | 'format' | 'commas' | 'decimals' | 'not-positive' | 'large'

interface TypedAmount {
  paise?: number
  fault?: AmountFault
}

/** More digits would be no exact number. */
const MAX_DIGITS = 12
const GROUPED = /^\d{1,3}(,\d{2,3})*,\d{3}$/

/**
 * Reads an amount as people write it: `1,00,000`, `1100.50`, `₹500`, `500/-`. Accepts the digits of
 * every script. A comma is never a decimal point.
 */
export function parseRupees(text: string): TypedAmount {
  const typed = toPlainForm(text)
    .replaceAll(' ', '')
    .replace(/^(₹|rs\.?|रु\.?)/i, '')
    .replace(/\/-$/, '')
  if (typed === '') return { fault: 'missing' }
  const [, minus, whole = '', decimals = ''] = /^(-?)(\d[\d,]*)(?:\.(\d*))?$/.exec(typed) ?? []
  if (whole === '') return { fault: 'format' }
  if (minus) return { fault: 'not-positive' }
  if (whole.includes(',') && !GROUPED.test(whole)) return { fault: 'commas' }
  if (decimals.length > 2) return { fault: 'decimals' }
  const digits = whole.replaceAll(',', '').replace(/^0+/, '')
  if (digits.length > MAX_DIGITS) return { fault: 'large' }
  const paise = Number(digits) * 100 + Number(decimals.padEnd(2, '0'))
  if (paise === 0) return { fault: 'not-positive' }
  return paise > GIFT_MAX ? { fault: 'large' } : { paise }
}

/** Paise as a person types them: `1,100.50`, `500`. */
export function typedRupees(paise: number): string {
  return formatNumber(paise / 100, 'en', paise % 100 === 0 ? 0 : 2)
}
