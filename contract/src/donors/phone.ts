const DEVANAGARI_DIGIT = /[०-९]/g
const SEPARATORS = /[\s().,/-]/g
const MOBILE = /^(?:\+?91|091|0)?([6-9]\d{9})$/
const MIN_DIGITS = 6
const MAX_DIGITS = 15

/**
 * Returns an Indian mobile number as +91 and ten digits. In other numbers, replaces only Hindi
 * digits.
 */
export function normalisePhone(phone: string): string {
  const digits = phone.replace(DEVANAGARI_DIGIT, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)))
  const mobile = MOBILE.exec(digits.replace(SEPARATORS, ''))
  return mobile ? `+91${mobile[1]}` : digits
}

/** Whether a normalised number has the characters and the length of a phone number. */
export function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, '').length
  return /^\+?[\d\s().,/-]+$/.test(phone) && digits >= MIN_DIGITS && digits <= MAX_DIGITS
}

/**
 * Whether a number has 12 digits but does not begin with 91, the code of India: such a number has a
 * digit too many or is not Indian, and then begins with +.
 */
export function hasWrongCountryCode(phone: string): boolean {
  return /^(?!91)\d{12}$/.test(normalisePhone(phone).replace(SEPARATORS, ''))
}

/** Equal for the spellings of one number; empty if the text is no phone number. */
export function phoneKey(phone: string): string {
  const normalised = normalisePhone(phone.trim())
  if (!isPhone(normalised)) return ''
  const compact = normalised.replace(SEPARATORS, '')
  return /^0?91\d{10}$/.test(compact) ? `+${compact.replace(/^0/, '')}` : compact
}
