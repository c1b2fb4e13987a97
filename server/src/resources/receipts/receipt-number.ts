/** Returns the Indian financial year, April to March, of a `YYYY-MM-DD` day: `2026-27`. */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4))
  const first = day.slice(5) >= '04-01' ? year : year - 1
  return `${String(first).padStart(4, '0')}-${String((first + 1) % 100).padStart(2, '0')}`
}

/**
 * Formats a receipt number. Number 42 of the series `2026-27` with five digits and the format
 * `SD/{year}/{number}` gives `SD/2026-27/00042`.
 */
export function printedNumber(
  { numberFormat, numberDigits }: { numberFormat: string; numberDigits: number },
  series: string,
  number: number,
): string {
  const digits = String(number).padStart(numberDigits, '0')
  return numberFormat.replaceAll('{year}', series).replaceAll('{number}', digits)
}
