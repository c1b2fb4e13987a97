import { toPlainForm } from '@sevadesk/contract/base/normalise-text.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

const MIN_DIGITS = 6
const MAX_DIGITS = 15
/** One digit again and again, or 1234567890: typed in place of a number. */
const FILLER = /^\+91(?:(\d)\1+|12345678(?:90?)?)$/

/** Returns an Indian mobile number in its E.164 form, such as +919876543210, and others in plain form. */
export function normalisePhone(phone: string): string {
  const key = phoneKey(phone)
  return /^\+91[6-9]\d{9}$/.test(key) ? key : toPlainForm(phone)
}

/** Whether a normalised number has the characters and the length of a phone number. */
export function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, '').length
  return /^\(?\+?[\d\s().,/-]+$/.test(phone) && digits >= MIN_DIGITS && digits <= MAX_DIGITS
}

/** Returns the E.164 form, equal for the spellings of one number; empty for what is none or an unlikely one. */
export function phoneKey(phone: string): string {
  const plain = toPlainForm(phone)
  if (!isPhone(plain)) return ''
  const digits = plain.replace(/[^\d+]/g, '').replace(/^0(?=91\d{10}$)/, '+')
  const number = parsePhoneNumberFromString(digits, { defaultCountry: 'IN', extract: false })
  // The numbers of other countries may be newer than the library.
  const isLikely = number?.countryCallingCode === '91' ? number.isValid() : number?.isPossible()
  return number && isLikely && !FILLER.test(number.number) ? number.number : ''
}
