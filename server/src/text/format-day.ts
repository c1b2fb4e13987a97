import { type LocalisedText, localised } from './localised-text.ts'

const MONTHS: Readonly<Record<string, LocalisedText>> = {
  '01': localised('receipt|Jan'),
  '02': localised('receipt|Feb'),
  '03': localised('receipt|Mar'),
  '04': localised('receipt|Apr'),
  '05': localised('receipt|May'),
  '06': localised('receipt|Jun'),
  '07': localised('receipt|Jul'),
  '08': localised('receipt|Aug'),
  '09': localised('receipt|Sep'),
  '10': localised('receipt|Oct'),
  '11': localised('receipt|Nov'),
  '12': localised('receipt|Dec'),
}

/**
 * Formats `YYYY-MM-DD` as `01 Apr 2026`. Issued receipts print it, so only a new layout of receipts may
 * change a word. Avoids Intl, whose month names vary by Node version.
 */
export function formatDay(day: string): LocalisedText {
  const [year = '', month = '', date = ''] = day.split('-')
  return (language) => `${date} ${MONTHS[month]?.(language) ?? month} ${year}`
}
