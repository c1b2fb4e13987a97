/** A whole number as typed. Anything else stays a text, which the server rejects at its field. */
export function numberOf(text: string): number | string {
  const digits = text.trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : digits
}

/** Whole rupees as people write them: 200000, 2,00,000 or ₹ 200,000. Anything else stays a text. */
export function rupeesOf(text: string): number | string {
  const digits = text.trim().replace(/^₹\s*/, '')
  const isGrouped = /^\d{1,2}(,\d{2}){0,5},\d{3}$|^\d{1,3}(,\d{3}){1,4}$/.test(digits)
  return isGrouped ? Number(digits.replaceAll(',', '')) : numberOf(digits)
}
