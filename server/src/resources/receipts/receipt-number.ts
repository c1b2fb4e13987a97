/**
 * The financial year of India that a day (`YYYY-MM-DD`) is in, from 1 April to 31 March: `2026-27`.
 */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4))
  const first = day.slice(5) >= '04-01' ? year : year - 1
  return `${String(first).padStart(4, '0')}-${String((first + 1) % 100).padStart(2, '0')}`
}

/**
 * A number as it is printed: 42 of `2026-27` by `SD/{year}/{number}` and five digits is
 * `SD/2026-27/00042`.
 */
export function printedNumber(
  { numberFormat, numberDigits }: { numberFormat: string; numberDigits: number },
  series: string,
  number: number,
): string {
  const digits = String(number).padStart(numberDigits, '0')
  return numberFormat.replaceAll('{year}', series).replaceAll('{number}', digits)
}
