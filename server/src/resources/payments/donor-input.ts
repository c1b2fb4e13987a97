import type { NewOrder } from '@sevadesk/contract/payment-schemas.ts'
import { badRequest } from '../../errors.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { isBlank, isEmail, toLine, toLines } from '../../text/visitor-text.ts'

/** What a donor may tell of themselves; null for what they did not. */
export interface Donor {
  donorName: string | null
  donorEmail: string | null
  donorPhone: string | null
  donorAddress: string | null
  donorPan: string | null
  purpose: string | null
}

const EMAIL = { en: 'Please enter a valid e-mail address.', hi: 'सही ईमेल पता लिखें।' }
const PHONE = { en: 'Please enter a valid phone number.', hi: 'सही फ़ोन नंबर लिखें।' }
const PAN = {
  en: 'A PAN has five letters, four digits and a letter, such as ABCDE1234F.',
  hi: 'पैन में पाँच अक्षर, चार अंक और एक अक्षर होते हैं, जैसे ABCDE1234F।',
}

/** Tidies what a donor typed. Throws badRequest() with a sentence for each field that cannot be right. */
export function readDonor(sent: Omit<NewOrder, 'amount'>): Donor {
  const donor = {
    donorName: tidy(sent.donorName),
    donorEmail: tidy(sent.donorEmail),
    donorPhone: tidyPhone(tidy(sent.donorPhone)),
    donorAddress: tidy(sent.donorAddress, toLines),
    donorPan: tidy(sent.donorPan)?.replace(/ /g, '').toUpperCase() ?? null,
    purpose: tidy(sent.purpose),
  }
  const fields: Record<string, LocalisedText> = {}
  if (donor.donorEmail !== null && !isEmail(donor.donorEmail)) fields.donorEmail = EMAIL
  if (donor.donorPhone !== null && !isPhone(donor.donorPhone)) fields.donorPhone = PHONE
  if (donor.donorPan !== null && !/^[A-Z]{5}[0-9]{4}[A-Z]$/.test(donor.donorPan)) fields.donorPan = PAN
  const sentences = Object.values(fields)
  if (sentences.length === 0) return donor
  const sentence = { en: sentences.map(({ en }) => en).join(' '), hi: sentences.map(({ hi }) => hi).join(' ') }
  throw badRequest(sentence, fields)
}

function tidy(text: string | null | undefined, clean = toLine): string | null {
  const tidied = clean(text ?? '')
  return isBlank(tidied) ? null : tidied
}

/** An Indian mobile number as +91 and ten digits, however it was typed; any other as it is. */
function tidyPhone(phone: string | null): string | null {
  const digits = phone?.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)))
  const mobile = /^(?:\+?91|0)?([6-9]\d{9})$/.exec(digits?.replace(/[\s().-]/g, '') ?? '')
  return mobile ? `+91${mobile[1]}` : (digits ?? null)
}

function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, '').length
  return /^\+?[\d\s().,/-]+$/.test(phone) && digits >= 6 && digits <= 15
}
