import { daysOfFinancialYear, financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { CERTIFICATE_NUMBER_MAX, FIRST_CERTIFICATE_YEAR } from '@sevadesk/contract/donors/certificate.ts'
import { normaliseCertificateNumber } from '@sevadesk/contract/donors/certificate-number.ts'
import { badRequest, HttpError, notFound } from '../../errors.ts'
import type { LocalisedText } from '../../text/localised-text.ts'

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
  return {
    en: `Choose a financial year from ${FIRST_CERTIFICATE_YEAR} to ${currentYear}.`,
    hi: `${FIRST_CERTIFICATE_YEAR} से ${currentYear} तक का कोई वित्तीय वर्ष चुनें।`,
  }
}

const NUMBER_TOO_LONG = {
  en: `The number of a certificate has at most ${CERTIFICATE_NUMBER_MAX} characters.`,
  hi: `प्रमाण पत्र के नंबर में ज़्यादा से ज़्यादा ${CERTIFICATE_NUMBER_MAX} अक्षर हो सकते हैं।`,
}

/** 409, so that `runIdempotently` returns the first response to a retry. */
export function numberTaken({ year, number }: CertificateFields): HttpError {
  const sentence = {
    en: `This donor already has certificate ${number} for ${year}.`,
    hi: `इस दानदाता के लिए ${year} का प्रमाण पत्र ${number} पहले से जुड़ा है।`,
  }
  return new HttpError(409, 'taken', sentence, { fields: { number: sentence } })
}

export function noSuchCertificate(): HttpError {
  return notFound({ en: 'There is no such certificate.', hi: 'ऐसा कोई प्रमाण पत्र नहीं है।' })
}

export function fileMissing(): HttpError {
  return notFound({
    en: 'The file of this certificate is missing on the server.',
    hi: 'इस प्रमाण पत्र की फ़ाइल सर्वर पर नहीं है।',
  })
}
