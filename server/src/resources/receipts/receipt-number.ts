/** Returns the number of a donation's receipt; null if it has none or the last one is cancelled. */
export function validNumber({ receipt_token, receipt_number }: ReceiptColumns): string | null {
  return receipt_token === null ? null : receipt_number
}

/** Columns of `donations`. */
export interface ReceiptColumns {
  receipt_token: string | null
  receipt_number: string | null
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
