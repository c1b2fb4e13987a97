import { daysOfFinancialYear, financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { CERTIFICATE_NUMBER_MAX } from '@sevadesk/contract/donors/certificate.ts'
import { badRequest, HttpError, notFound } from '../../errors.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { toLine } from '../../text/visitor-text.ts'

export interface CertificateFields {
  /** A financial year. */
  year: string
  /** In upper case; may be empty. */
  number: string
}

const FIRST_YEAR = '2000-01'

/**
 * Returns the fields of a form, normalised. `currentYear` is the financial year of today. Throws
 * badRequest() as assertCertificateField() does.
 */
export function readCertificateForm(sent: { year: string; number?: string }, currentYear: string): CertificateFields {
  for (const [name, value] of Object.entries(sent)) assertCertificateField(name, value, currentYear)
  return { year: sent.year, number: toNumber(sent.number ?? '') }
}

/** Throws badRequest() with a sentence for an invalid field of a form. */
export function assertCertificateField(name: string, value: string, currentYear: string): void {
  if (name === 'year' && !isYear(value, currentYear)) throw wrongField('year', wrongYear(currentYear))
  if (name === 'number' && [...toNumber(value)].length > CERTIFICATE_NUMBER_MAX) {
    throw wrongField('number', NUMBER_TOO_LONG)
  }
}

/** Without invisible characters: two numbers that look alike must be the same. */
function toNumber(text: string): string {
  return toLine(text.replace(/\p{Cf}/gu, '')).toUpperCase()
}

function isYear(year: string, currentYear: string): boolean {
  // A text of another shape is not the year of any day.
  const exists = financialYear(daysOfFinancialYear(year).from) === year
  return exists && year >= FIRST_YEAR && year <= currentYear
}

function wrongField(name: keyof CertificateFields, sentence: LocalisedText): HttpError {
  return badRequest(sentence, { [name]: sentence })
}

function wrongYear(currentYear: string): LocalisedText {
  return {
    en: `Choose a financial year from ${FIRST_YEAR} to ${currentYear}.`,
    hi: `${FIRST_YEAR} से ${currentYear} तक का कोई वित्तीय वर्ष चुनें।`,
  }
}

const NUMBER_TOO_LONG = {
  en: `The number of a certificate has at most ${CERTIFICATE_NUMBER_MAX} characters.`,
  hi: `प्रमाण पत्र के नंबर में ज़्यादा से ज़्यादा ${CERTIFICATE_NUMBER_MAX} अक्षर होते हैं।`,
}

/**
 * A 409, as a form that is repeated with its Idempotency-Key then gets the response of the first one.
 */
export function numberTaken({ year, number }: CertificateFields): HttpError {
  const sentence = {
    en: `The certificate ${number} of ${year} is already kept for this donor.`,
    hi: `${year} का प्रमाण पत्र ${number} इस दानदाता के लिए पहले से रखा है।`,
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

/** The name under which a browser saves the file. */
export function certificateFileName({ year, number }: CertificateFields): string {
  const parts = ['certificate', year, number.replace(/[^A-Za-z0-9._-]/g, '-')].filter(Boolean)
  return `${parts.join('-')}.pdf`
}
