import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import type { NewOrder } from '@sevadesk/contract/donations/payment-schemas.ts'
import type { StatedCitizenship } from '@sevadesk/contract/donors/donor.ts'
import { normalisePan } from '@sevadesk/contract/donors/pan.ts'
import { badRequest } from '../../errors.ts'
import { isEmail } from '../../text/email.ts'
import { panSentence } from '../../text/identity-sentences.ts'
import { joinSentences, type LocalisedText, localised, toAddress, toLine, toName } from '../../text/localised-text.ts'
import { isPhone, normalisePhone } from '../../text/phone.ts'

/** A blank field is null. */
export interface Donor {
  donorName: string | null
  donorEmail: string | null
  donorPhone: string | null
  donorAddress: string | null
  donorPan: string | null
  donorCitizenship: StatedCitizenship | null
  purpose: string | null
}

const EMAIL = localised('Please enter a valid e-mail address.')
const PHONE = localised('Please enter a valid phone number.')

/** Normalises a donor's input. Throws badRequest() with a sentence for each invalid field. */
export function parseDonor(sent: Omit<NewOrder, 'amount' | 'extraNote'>): Donor {
  const donor = {
    donorName: normalise(sent.donorName, toName),
    donorEmail: normalise(sent.donorEmail, toName),
    donorPhone: phoneOf(normalise(sent.donorPhone)),
    donorAddress: normalise(sent.donorAddress, toAddress),
    donorPan: panOf(normalise(sent.donorPan)),
    donorCitizenship: sent.donorCitizenship ?? null,
    purpose: normalise(sent.purpose),
  }
  const pan = donor.donorPan === null ? undefined : panSentence(donor.donorPan, 'unknown')
  const fields: Record<string, LocalisedText> = {}
  if (donor.donorEmail !== null && !isEmail(donor.donorEmail)) fields.donorEmail = EMAIL
  // An unlikely number must not keep anyone from giving.
  if (donor.donorPhone !== null && !isPhone(donor.donorPhone)) fields.donorPhone = PHONE
  if (pan) fields.donorPan = pan
  const messages = Object.values(fields)
  if (messages.length === 0) return donor
  throw badRequest(joinSentences(messages), fields)
}

function normalise(text: string | null | undefined, clean = toLine): string | null {
  const normalised = clean(text ?? '')
  return isBlank(normalised) ? null : normalised
}

function panOf(text: string | null): string | null {
  return (text && normalisePan(text)) || null
}

function phoneOf(text: string | null): string | null {
  return text === null ? null : normalisePhone(text)
}
