import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { FIRST_CERTIFICATE_YEAR } from '@sevadesk/contract/donors/certificate.ts'
import type { Certificate } from '@sevadesk/contract/donors/certificate-schemas.ts'

/** A row of the table. */
export type CertificateEntry = Certificate & { id: string }

/** The form values of a new certificate. */
export interface CertificateDraft {
  /** Certificates are never edited. */
  id?: undefined
  year: string
  number: string
  /** At most one. */
  files: File[]
}

/** The financial years of certificates from that of `today` (`YYYY-MM-DD`) back. */
export function yearsUntil(today: string): string[] {
  const newest = Number(financialYear(today).slice(0, 4))
  const first = Number(FIRST_CERTIFICATE_YEAR.slice(0, 4))
  return Array.from({ length: newest - first + 1 }, (_, index) => financialYear(`${newest - index}-04-01`))
}

/** Starts with the last complete year, for which the newest certificates are made. */
export function newCertificate(today: string): CertificateDraft {
  const [current = '', lastComplete = current] = yearsUntil(today)
  return { year: lastComplete, number: '', files: [] }
}

/** Whether both have the same fields, besides the file. */
export function hasSameFields(a: CertificateDraft, b: CertificateDraft): boolean {
  return a.year === b.year && a.number === b.number
}

export function isChangedCertificate(draft: CertificateDraft, initial: CertificateDraft): boolean {
  return !hasSameFields(draft, initial) || draft.files.length > 0
}
