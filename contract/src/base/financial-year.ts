/** Returns the Indian financial year, April to March, of a `YYYY-MM-DD` day: `2026-27`. */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4))
  const first = day.slice(5) >= '04-01' ? year : year - 1
  return `${String(first).padStart(4, '0')}-${String((first + 1) % 100).padStart(2, '0')}`
}

/** Returns the days of a financial year such as `2026-27`, half-open. */
export function daysOfFinancialYear(year: string): { from: string; to: string } {
  const first = year.slice(0, 4)
  return { from: `${first}-04-01`, to: `${String(Number(first) + 1).padStart(4, '0')}-04-01` }
}
