import { daysOfFinancialYear, financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { CERTIFICATE_NUMBER_MAX, FIRST_CERTIFICATE_YEAR } from '@sevadesk/contract/donors/certificate.ts'
import { normaliseCertificateNumber } from '@sevadesk/contract/donors/certificate-number.ts'
import { badRequest, HttpError, notFound } from '../../errors.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'

export interface CertificateFields {
  /** A financial year. */
  year: string
  /** In upper case; may be empty. */
  number: string
}

/** Returns the fields of a form, normalised. assertCertificateField() has validated each as it arrived. */
export function readCertificateForm({ year, number = '' }: { year: string; number?: string }): CertificateFields {
  return { year, number: normaliseCertificateNumber(number) }
}

/** Throws badRequest() with a sentence for an invalid field of a form. */
export function assertCertificateField(name: string, value: string, currentYear: string): void {
  if (name === 'year' && !isYear(value, currentYear)) throw wrongField('year', wrongYear(currentYear))
  if (name === 'number' && [...normaliseCertificateNumber(value)].length > CERTIFICATE_NUMBER_MAX) {
    throw wrongField('number', NUMBER_TOO_LONG)
  }
}

function isYear(year: string, currentYear: string): boolean {
  // A text of another shape is not the year of any day.
  const exists = financialYear(daysOfFinancialYear(year).from) === year
  return exists && year >= FIRST_CERTIFICATE_YEAR && year <= currentYear
}

function wrongField(name: keyof CertificateFields, sentence: LocalisedText): HttpError {
  return badRequest(sentence, { [name]: sentence })
}

function wrongYear(currentYear: string): LocalisedText {
  return localised('Choose a financial year from {first} to {last}.', {
    first: FIRST_CERTIFICATE_YEAR,
    last: currentYear,
  })
}

const NUMBER_TOO_LONG = localised('The number of a certificate has at most {max} characters.', {
  max: CERTIFICATE_NUMBER_MAX,
})

/** 409, so that `runIdempotently` returns the first response to a retry. */
export function numberTaken({ year, number }: CertificateFields): HttpError {
  const sentence = localised('This donor already has certificate {number} for {year}.', { number, year })
  return new HttpError(409, 'taken', sentence, { fields: { number: sentence } })
}

export function noSuchCertificate(): HttpError {
  return notFound(localised('There is no such certificate.'))
}

export function fileMissing(): HttpError {
  return notFound(localised('The file of this certificate is missing on the server.'))
}
