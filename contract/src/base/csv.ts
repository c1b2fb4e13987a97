/** Makes spreadsheets read the file as UTF-8. */
export const CSV_BOM = '\ufeff'

/**
 * Matches where a spreadsheet may start a formula (OWASP, CSV injection): at the start of the text,
 * and after a separator within it. A spreadsheet that separates by `;` or tab ignores our quotes,
 * because they do not start its cells.
 */
const FORMULA_START = /(^|[;\t\r\n])([\s\p{Cc}"]*)(?=[=+\-@＝＋－＠])/gu
const PHONE = /^\+\d{8,15}$/

/** Returns a line that ends with CRLF (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula; phone numbers stay
 * unchanged. Trims the text, as the screen does.
 */
export function textCell(value: string | null | undefined): string {
  const text = (value ?? '').trim()
  if (text === '') return ''
  return quoted(PHONE.test(text) ? text : text.replace(FORMULA_START, "$1$2'"))
}

export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
