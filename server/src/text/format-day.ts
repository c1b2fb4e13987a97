import type { Language } from './localised-text.ts'

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  hi: ['जनवरी', 'फ़रवरी', 'मार्च', 'अप्रैल', 'मई', 'जून', 'जुलाई', 'अगस्त', 'सितंबर', 'अक्टूबर', 'नवंबर', 'दिसंबर'],
}

/**
 * Formats `YYYY-MM-DD` as `01 Apr 2026`. Issued receipts print it, so only a new layout of receipts may
 * change a word. Avoids Intl, whose month names vary by Node version.
 */
export function formatDay(day: string, language: Language): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${date} ${MONTHS[language][Number(month) - 1] ?? month} ${year}`
}
