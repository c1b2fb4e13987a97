import type { NewOrder } from '@sevadesk/contract/donations/payment-schemas.ts'
import { hasPanShape } from '@sevadesk/contract/donors/pan.ts'
import { isPhone, normalisePhone } from '@sevadesk/contract/donors/phone.ts'
import { badRequest } from '../../errors.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { isBlank, isEmail, toLine, toLines } from '../../text/visitor-text.ts'

/** A blank field is null. */
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

/** Normalises a donor's input. Throws badRequest() with a sentence for each invalid field. */
export function parseDonor(sent: Omit<NewOrder, 'amount' | 'extraNote'>): Donor {
  const donor = {
    donorName: normalise(sent.donorName),
    donorEmail: normalise(sent.donorEmail),
    donorPhone: phoneOf(normalise(sent.donorPhone)),
    donorAddress: normalise(sent.donorAddress, toLines),
    donorPan: normalise(sent.donorPan)?.replace(/ /g, '').toUpperCase() ?? null,
    purpose: normalise(sent.purpose),
  }
  const fields: Record<string, LocalisedText> = {}
  if (donor.donorEmail !== null && !isEmail(donor.donorEmail)) fields.donorEmail = EMAIL
  if (donor.donorPhone !== null && !isPhone(donor.donorPhone)) fields.donorPhone = PHONE
  if (donor.donorPan !== null && !hasPanShape(donor.donorPan)) fields.donorPan = PAN
  const messages = Object.values(fields)
  if (messages.length === 0) return donor
  const message = { en: messages.map(({ en }) => en).join(' '), hi: messages.map(({ hi }) => hi).join(' ') }
  throw badRequest(message, fields)
}

function normalise(text: string | null | undefined, clean = toLine): string | null {
  const normalised = clean(text ?? '')
  return isBlank(normalised) ? null : normalised
}

function phoneOf(text: string | null): string | null {
  return text === null ? null : normalisePhone(text)
}
