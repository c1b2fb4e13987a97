import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { FIRST_CERTIFICATE_YEAR } from '@sevadesk/contract/donors/certificate.ts'
import { type Fields, readIds, readInteger, readText, readTimestamp } from '../../../api/records/fields.ts'

/** A certificate that the trust keeps for a donor. Texts that are not known are empty. */
export interface CertificateEntry {
  id: string
  /** The backend's id; empty if it sent none. */
  _id: string
  /** Such as `2026-27`. */
  year: string
  /** What the certificates of that year are called. */
  name: string
  number: string
  /** Of the file. */
  bytes: number | undefined
  addedBy: string
  createdAt: string
}

/** The form values of a new certificate. */
export interface CertificateDraft {
  /** Certificates are never edited. */
  id?: undefined
  year: string
  number: string
  /** At most one. */
  files: File[]
}

export function readCertificate(fields: Fields, index: number): CertificateEntry {
  return {
    ...readIds(fields, index),
    year: readText(fields.year),
    name: readText(fields.name),
    number: readText(fields.number),
    bytes: readInteger(fields.bytes),
    addedBy: readText(fields.addedBy),
    createdAt: readTimestamp(fields.createdAt),
  }
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
