import { toPlainForm } from '../base/normalise-text.ts'

/**
 * Returns the number of a certificate as it is stored: its plain form in upper case, since two
 * numbers that look alike must be the same.
 */
export function normaliseCertificateNumber(text: string): string {
  return toPlainForm(text.replace(/\p{Cs}/gu, '')).toUpperCase()
}
