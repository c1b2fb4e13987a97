import type { Admin, AdminRole } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { meetsPasswordRequirements } from '@sevadesk/contract/accounts/password.ts'
import { isSectionKey } from '@sevadesk/contract/accounts/section.ts'
import { badRequest } from '../../errors.ts'
import { isEmail } from '../../text/email.ts'
import { joinSentences, type LocalisedText, localised, toLine, toName } from '../../text/localised-text.ts'
import { type UsernameFault, usernameFault, usernameKey } from './username-rules.ts'

export interface AccountForm {
  username?: string
  email?: string
  password?: string
  role?: AdminRole
  sections?: readonly string[]
  donationRights?: readonly string[] | null
}

const USERNAME = localised('Please enter a username.')
export const USERNAME_FAULTS: Readonly<Record<UsernameFault, LocalisedText>> = {
  edge: localised('A username must start and end with a letter or a digit.'),
  'mixed-scripts': localised('Please use the letters of one script only, such as only English or only Hindi.'),
}
const EMAIL = localised('Please enter an e-mail address like name@example.org.')
const PASSWORD = localised('Please enter a password.')
export const WEAK_PASSWORD = localised('Password does not meet requirements')

/**
 * Normalises an account form: trims name and e-mail, removes repeated sections and a blank
 * password. Accepts an unchanged name and e-mail as they are. Throws badRequest() with every
 * invalid field.
 */
export function readAccountForm(form: AccountForm, existing?: Admin): AccountForm {
  const result: AccountForm = {}
  const errors: Record<string, LocalisedText> = {}
  if (form.username !== undefined) {
    result.username = form.username === existing?.username ? existing.username : toLine(form.username)
    Object.assign(errors, usernameErrors(result.username, existing))
  }
  if (form.email !== undefined) {
    result.email = form.email === existing?.email ? existing.email : toName(form.email)
    if (result.email !== existing?.email && !isEmail(result.email)) errors.email = EMAIL
  }
  if (form.password !== undefined && form.password.trim() !== '') {
    result.password = form.password
    if (!meetsPasswordRequirements(form.password)) errors.password = WEAK_PASSWORD
  } else if (!existing) errors.password = PASSWORD
  if (form.role !== undefined) result.role = form.role
  if (form.sections !== undefined) {
    result.sections = [...new Set(form.sections)]
    const unknown = result.sections.filter((key) => !isSectionKey(key))
    if (unknown.length > 0) errors.sections = unknownSections(unknown)
  }
  if (form.donationRights !== undefined) result.donationRights = form.donationRights
  throwErrors(errors)
  return result
}

/** Normalises a new username. Throws badRequest(). */
export function readUsername(input: string): string {
  const username = toLine(input)
  throwErrors(usernameErrors(username, undefined))
  return username
}

function usernameErrors(username: string, existing: Admin | undefined): Record<string, LocalisedText> {
  if (username === existing?.username) return {}
  if (usernameKey(username) === '') return { username: USERNAME }
  const fault = usernameFault(username)
  return fault ? { username: USERNAME_FAULTS[fault] } : {}
}

function throwErrors(errors: Record<string, LocalisedText>): void {
  const sentences = Object.values(errors)
  const [first] = sentences
  if (!first) return
  throw badRequest(sentences.length === 1 ? first : joinSentences(sentences.map(withStop)), errors)
}

/** Some sentences of the specification have no full stop. */
function withStop(sentence: LocalisedText): LocalisedText {
  const withoutStop: LocalisedText = (language) => sentence(language).replace(/[.।]$/, '')
  return localised('{withoutStop}.', { withoutStop })
}

function unknownSections(keys: readonly string[]): LocalisedText {
  const named = keys.map((key) => `“${toLine(key)}”`).join(', ')
  return keys.length === 1
    ? localised('There is no section {named}.', { named })
    : localised('There are no sections {named}.', { named })
}
