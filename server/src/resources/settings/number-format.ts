/** How receipts print their numbers. */
interface NumberFormat {
  /** Such as `SD/{year}/{number}`. */
  numberFormat: string
  /** Minimum number of digits. */
  numberDigits: number
}

/**
 * Returns a test of printed numbers: whether a receipt with this format could still get the same.
 * `lastNumbers` has the last number of each series.
 */
export function futureNumbers(
  { numberFormat, numberDigits }: NumberFormat,
  lastNumbers: ReadonlyMap<string, number>,
): (printed: string) => boolean {
  const pattern = numberFormat
    .replaceAll(/[.\\/-]/g, '\\$&')
    .replace('{year}', '(?<first>\\d{4})-(?<second>\\d{2})')
    .replace('{number}', '(?<digits>\\d+)')
  const ofFormat = new RegExp(`^${pattern}$`)
  return (printed) => {
    const { first = '', second = '', digits = '' } = ofFormat.exec(printed)?.groups ?? {}
    const number = Number(digits)
    const hasDigits = digits !== '' && digits === String(number).padStart(numberDigits, '0')
    const isSeries = (Number(first) + 1) % 100 === Number(second)
    return hasDigits && isSeries && number > (lastNumbers.get(`${first}-${second}`) ?? 0)
  }
}
