/** How receipts print their numbers. */
export interface NumberFormat {
  /** Such as `SD/{year}/{number}`. */
  numberFormat: string
  /** Minimum number of digits. */
  numberDigits: number
}

/** A pattern of SQL's `like`, with `!` as its escape character, that every number of the format matches. */
export function likePattern({ numberFormat }: NumberFormat): string {
  return numberFormat.replaceAll(/[!%_]/g, '!$&').replace('{year}', '____-__').replace('{number}', '%')
}

/**
 * Whether a receipt with this format could still get a number that was printed before. `lastNumbers`
 * has the last number of each series.
 */
export function wouldRepeat(
  printed: string,
  { numberFormat, numberDigits }: NumberFormat,
  lastNumbers: ReadonlyMap<string, number>,
): boolean {
  const pattern = numberFormat
    .replaceAll(/[.\\/-]/g, '\\$&')
    .replace('{year}', '(?<first>\\d{4})-(?<second>\\d{2})')
    .replace('{number}', '(?<digits>\\d+)')
  const { first = '', second = '', digits = '' } = new RegExp(`^${pattern}$`).exec(printed)?.groups ?? {}
  const number = Number(digits)
  const isOfFormat = digits === String(number).padStart(numberDigits, '0')
  const isSeries = digits !== '' && (Number(first) + 1) % 100 === Number(second)
  return isSeries && isOfFormat && number > (lastNumbers.get(`${first}-${second}`) ?? 0)
}
