import type { Admin, AdminRole } from '@sevadesk/contract/admin-schemas.ts'
import { meetsPasswordRequirements } from '@sevadesk/contract/password.ts'
import { isSectionKey } from '@sevadesk/contract/section.ts'
import { badRequest } from '../../errors.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { isEmail, toLine } from '../../text/visitor-text.ts'
import { usernameKey } from './username-key.ts'

export interface AccountForm {
  username?: string
  email?: string
  password?: string
  role?: AdminRole
  sections?: readonly string[]
}

const USERNAME = { en: 'Please enter a username.', hi: 'यूज़रनेम लिखें।' }
const EMAIL = {
  en: 'Please enter an e-mail address like name@example.org.',
  hi: 'सही ईमेल पता लिखें, जैसे name@example.org।',
}
const PASSWORD = { en: 'Please enter a password.', hi: 'पासवर्ड लिखें।' }
export const WEAK_PASSWORD = {
  en: 'Password does not meet requirements',
  hi: 'पासवर्ड में बताई गई सब बातें पूरी नहीं हैं',
}

/**
 * A form as it is kept: name and e-mail trimmed, sections once each, a blank password left out. What an account already has is taken as it is.
 * Throws badRequest() that names every field to mend.
 */
export function readAccountForm(sent: AccountForm, former?: Admin): AccountForm {
  const read: AccountForm = {}
  const faults: Record<string, LocalisedText> = {}
  if (sent.username !== undefined) {
    read.username = sent.username === former?.username ? former.username : toLine(sent.username)
    if (usernameKey(read.username) === '') faults.username = USERNAME
  }
  if (sent.email !== undefined) {
    read.email = sent.email === former?.email ? former.email : toLine(sent.email)
    if (read.email !== former?.email && !isEmail(read.email)) faults.email = EMAIL
  }
  if (sent.password !== undefined && sent.password.trim() !== '') {
    read.password = sent.password
    if (!meetsPasswordRequirements(sent.password)) faults.password = WEAK_PASSWORD
  } else if (!former) faults.password = PASSWORD
  if (sent.role !== undefined) read.role = sent.role
  if (sent.sections !== undefined) {
    read.sections = [...new Set(sent.sections)]
    const unknown = read.sections.filter((key) => !isSectionKey(key))
    if (unknown.length > 0) faults.sections = noSuchSections(unknown)
  }
  throwFaults(faults)
  return read
}

function throwFaults(faults: Record<string, LocalisedText>): void {
  const sentences = Object.values(faults)
  const [first] = sentences
  if (!first) return
  const all = {
    en: sentences.map(({ en }) => closed(en, '.')).join(' '),
    hi: sentences.map(({ hi }) => closed(hi, '।')).join(' '),
  }
  throw badRequest(sentences.length === 1 ? first : all, faults)
}

/** Words that the specification gives without a stop need one before the next sentence. */
function closed(sentence: string, stop: string): string {
  return /[.।]$/.test(sentence) ? sentence : sentence + stop
}

function noSuchSections(keys: readonly string[]): LocalisedText {
  const named = keys.map((key) => `“${toLine(key)}”`).join(', ')
  return {
    en: keys.length === 1 ? `There is no section ${named}.` : `There are no sections ${named}.`,
    hi: `${named} नाम का कोई सेक्शन नहीं है।`,
  }
}
