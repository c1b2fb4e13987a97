import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import { emptyValues, fieldNames, namesOfKind } from '@sevadesk/contract/base/record-fields.ts'
import { type DonorSource, WHOLE_SHARE } from '@sevadesk/contract/donors/donor.ts'
import { DONOR_FIELDS, type EnteredDonor } from '@sevadesk/contract/donors/donor-fields.ts'
import { isPinCode } from '@sevadesk/contract/donors/donor-identity.ts'
import type { Donor, DonorChange, DonorEntry } from '@sevadesk/contract/donors/donor-schemas.ts'
import { maskNumber, normalisePan } from '@sevadesk/contract/donors/pan.ts'
import { badRequest } from '../../errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { emailKey, isEmail } from '../../text/email.ts'
import { panSentence } from '../../text/identity-sentences.ts'
import { joinSentences, type LocalisedText, toAddress, toLine, toName } from '../../text/localised-text.ts'
import { isPhone, normalisePhone, phoneKey } from '../../text/phone.ts'
import { unprintableLettersIn } from '../../text/receipt-fonts.ts'
import { readTypedFields } from '../../text/typed-fields.ts'
import * as sentences from './donor-sentences.ts'

/**
 * Returns the fields after a change of `before`. Throws badRequest() with a sentence for each
 * invalid field.
 */
export function readDonorForm(sent: DonorChange, before: DonorFields): DonorFields {
  const typed = readTypedFields(DONOR_FIELDS, fieldNames(DONOR_FIELDS), sent)
  const fields: DonorFields = {
    ...fieldsOf(before),
    ...typed,
    ...(typed.address && { address: toAddress(typed.address) }),
    ...(typed.name && { name: toName(typed.name) }),
    ...(typed.otherNames && { otherNames: typed.otherNames.map(toName) }),
    ...(typed.phones && { phones: uniqueBy(typed.phones.map(normalisePhone), phoneKey) }),
    ...(typed.emails && { emails: uniqueBy(typed.emails, emailKey) }),
    ...(typed.pinCode && { pinCode: typed.pinCode.replace(/ /g, '') }),
    ...(sent.pan !== undefined && { pan: panOf(sent.pan) }),
    ...consentDate(typed, before),
    ...(sent.members && { members: membersOf(sent.members, before.members) }),
  }
  assertValid(fields, sent, before)
  return fields
}

function assertValid(fields: DonorFields, sent: DonorChange, before: DonorFields): void {
  const problems: Record<string, LocalisedText | undefined> = {
    name: sent.name !== undefined && isBlank(fields.name) ? sentences.NAME : letterProblem('name', fields, before),
    address: letterProblem('address', fields, before),
    phones: phoneProblem(fields.phones.filter((phone) => !before.phones.includes(phone))),
    emails: sent.emails && emailProblem(fields.emails),
    pinCode: sent.pinCode && !isPinCode(fields.pinCode) ? sentences.PIN_CODE : undefined,
    ...panProblems(fields, sent),
    otherIdType: fields.otherId !== null && fields.otherIdType === null ? sentences.OTHER_ID_TYPE : undefined,
    members: sent.members && memberProblem(fields.members),
  }
  const errors: Record<string, LocalisedText> = {}
  for (const [field, problem] of Object.entries(problems)) if (problem) errors[field] = problem
  const messages = Object.values(errors)
  if (messages.length === 0) return
  throw badRequest(joinSentences(messages), errors)
}

/** An old name or address stays until a user changes it. */
function letterProblem(field: 'name' | 'address', fields: DonorFields, before: DonorFields): LocalisedText | undefined {
  const letters = fields[field] === before[field] ? [] : unprintableLettersIn(fields[field])
  return letters.length === 0 ? undefined : sentences.unprintable(letters.join(' '))
}

/** The PAN of an old gift may be wrong: it is checked when a user types it or chooses the kind. */
function panProblems({ pan, kind }: DonorFields, sent: DonorChange): { pan?: LocalisedText; kind?: LocalisedText } {
  const problem = pan === null ? undefined : panSentence(pan, kind)
  if (!problem || (sent.pan === undefined && sent.kind === undefined)) return {}
  return sent.pan === undefined ? { kind: problem } : { pan: problem }
}

function phoneProblem(phones: readonly string[]): LocalisedText | undefined {
  const phone = phones.find((each) => phoneKey(each) === '')
  if (phone === undefined) return undefined
  return isPhone(phone) ? sentences.unlikelyPhone(phone) : sentences.wrongPhone(phone)
}

function emailProblem(emails: readonly string[]): LocalisedText | undefined {
  const email = emails.find((each) => !isEmail(each))
  return email === undefined ? undefined : sentences.wrongEmail(email)
}

function memberProblem(members: readonly StoredMember[]): LocalisedText | undefined {
  if (members.length === 0) return undefined
  if (members.length === 1) return sentences.ONE_MEMBER
  if (members.some(({ name }) => isBlank(name))) return sentences.MEMBER_NAME
  if (members.reduce((sum, { share }) => sum + share, 0) !== WHOLE_SHARE) return sentences.SHARES
  for (const { pan } of members) {
    const problem = pan === null ? undefined : panSentence(pan, 'unknown')
    if (problem) return problem
  }
  return undefined
}

/** A member with the id of an existing one keeps its PAN unless another is sent. */
function membersOf(sent: NonNullable<DonorChange['members']>, before: readonly StoredMember[]): StoredMember[] {
  return sent.map(({ _id, name, pan, share }) => {
    const existing = before.find(({ id }) => id === _id)
    return {
      id: existing?.id ?? '',
      name: toName(name),
      pan: pan === undefined ? (existing?.pan ?? null) : panOf(pan),
      share,
    }
  })
}

function panOf(text: string): string | null {
  return normalisePan(toLine(text)) || null
}

/** A change is dated. */
function consentDate(typed: Partial<DonorFields>, before: DonorFields): Partial<DonorFields> {
  const { consent, consentSource } = { ...before, ...typed }
  if (consent === before.consent && consentSource === before.consentSource) return {}
  return { consentAt: consent === 'unknown' ? null : new Date().toISOString() }
}

/** Keeps the first of several spellings. A text that is invalid has no key. */
export function uniqueBy(texts: readonly string[], keyOf: (text: string) => string): string[] {
  const keys = texts.map((text) => keyOf(text) || text)
  return texts.filter((_text, at) => keys.indexOf(keys[at] ?? '') === at)
}

const IDENTITY_FIELDS = namesOfKind(DONOR_FIELDS, 'identity')
const PRIVATE_FIELDS = fieldNames(DONOR_FIELDS).filter((name) => 'isPrivate' in DONOR_FIELDS[name])

/** Without the section Donations an admin sees no private fields. */
export function donorView(admin: SignedIn): (donor: StoredDonor) => Donor {
  return mayOpen(admin, 'Donations') ? maskedDonor : hiddenDonor
}

/** A row of the list. */
export function entryView(admin: SignedIn): (donor: StoredDonor) => DonorEntry {
  const view = donorView(admin)
  return (donor) => {
    const { _id, kind, name, otherNames, phones, emails, pan } = view(donor)
    return { _id, kind, name, otherNames, phones, emails, pan }
  }
}

/** With masked numbers: `showNumbers` returns them in full. */
export function maskedDonor(donor: StoredDonor): Donor {
  const { id, members, ...fields } = donor
  return {
    _id: id,
    ...fields,
    ...Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, mask(donor[name])])),
    members: members.map((member) => ({
      _id: member.id,
      name: member.name,
      pan: mask(member.pan),
      share: member.share,
    })),
    isMasked: false,
  }
}

function hiddenDonor(donor: StoredDonor): Donor {
  return { ...maskedDonor(donor), ...Object.fromEntries(PRIVATE_FIELDS.map((name) => [name, null])), isMasked: true }
}

function mask(number: string | null): string | null {
  return number === null ? null : maskNumber(number)
}

/** What a person edits, as it is stored. */
export interface DonorFields extends EnteredDonor {
  consentAt: string | null
  members: StoredMember[]
}

/** `share` is in hundredths of a percent. */
interface StoredMember {
  /** Empty until it is stored. */
  id: string
  name: string
  pan: string | null
  share: number
}

export interface StoredDonor extends DonorFields {
  id: string
  source: DonorSource
  mergedInto: string | null
  createdAt: string
  updatedAt: string
  version: number
}

export const EMPTY_DONOR: DonorFields = { ...emptyValues(DONOR_FIELDS), consentAt: null, members: [] }

export function fieldsOf(donor: DonorFields): DonorFields {
  const names = Object.keys(EMPTY_DONOR) as (keyof DonorFields)[]
  return Object.fromEntries(names.map((name) => [name, donor[name]])) as unknown as DonorFields
}

/** The fields as the history compares them. It masks identity numbers when it keeps them. */
export function historyFields(donor: DonorFields): Record<string, unknown> {
  const { kind, members, consentAt: _consentAt, ...fields } = fieldsOf(donor)
  return {
    donorKind: kind,
    ...fields,
    members: members.map(({ name, share, pan }) => ({ name, share, pan })),
  }
}
