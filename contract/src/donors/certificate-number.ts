/**
 * Returns the number of a certificate as it is stored: in upper case, with single spaces, and without
 * invisible characters, since two numbers that look alike must be the same.
 */
export function normaliseCertificateNumber(text: string): string {
  const visible = text
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/\s/gu, ' ')
    .replace(/\p{Cc}/gu, '')
  return visible.replace(/ +/g, ' ').trim().toUpperCase()
}
