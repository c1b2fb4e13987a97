import { fieldNames } from '@sevadesk/contract/base/record-fields.ts'
import { WHOLE_SHARE } from '@sevadesk/contract/donors/donor.ts'
import { DONOR_FIELDS } from '@sevadesk/contract/donors/donor-fields.ts'
import { emailKey, isPinCode } from '@sevadesk/contract/donors/donor-identity.ts'
import type { DonorChange } from '@sevadesk/contract/donors/donor-schemas.ts'
import { normalisePan } from '@sevadesk/contract/donors/pan.ts'
import { hasWrongCountryCode, isPhone, normalisePhone, phoneKey } from '@sevadesk/contract/donors/phone.ts'
import { badRequest } from '../../errors.ts'
import { panSentence, wrongCountryCode } from '../../text/identity-sentences.ts'
import { joinSentences, type LocalisedText } from '../../text/localised-text.ts'
import { readTypedFields } from '../../text/typed-fields.ts'
import { isBlank, isEmail, toLine } from '../../text/visitor-text.ts'
import * as sentences from './donor-sentences.ts'
import { type DonorFields, fieldsOf, type StoredMember } from './stored-donor.ts'

/**
 * Returns the fields after a change of `before`. Throws badRequest() with a sentence for each
 * invalid field.
 */
export function readDonorForm(sent: DonorChange, before: DonorFields): DonorFields {
  const typed = readTypedFields(DONOR_FIELDS, fieldNames(DONOR_FIELDS), sent)
  const fields: DonorFields = {
    ...fieldsOf(before),
    ...typed,
    ...(typed.phones && { phones: uniqueBy(typed.phones.map(normalisePhone), phoneKey) }),
    ...(typed.emails && { emails: uniqueBy(typed.emails, emailKey) }),
    ...(typed.pinCode && { pinCode: typed.pinCode.replace(/ /g, '') }),
    ...(sent.pan !== undefined && { pan: panOf(sent.pan) }),
    ...consentDate(typed, before),
    ...(sent.members && { members: membersOf(sent.members, before.members) }),
  }
  assertValid(fields, sent)
  return fields
}

function assertValid(fields: DonorFields, sent: DonorChange): void {
  const problems: Record<string, LocalisedText | undefined> = {
    name: sent.name !== undefined && isBlank(fields.name) ? sentences.NAME : undefined,
    phones: sent.phones && phoneProblem(fields.phones),
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

/** The PAN of an old gift may be wrong: it is checked when a user types it or chooses the kind. */
function panProblems({ pan, kind }: DonorFields, sent: DonorChange): { pan?: LocalisedText; kind?: LocalisedText } {
  const problem = pan === null ? undefined : panSentence(pan, kind)
  if (!problem || (sent.pan === undefined && sent.kind === undefined)) return {}
  return sent.pan === undefined ? { kind: problem } : { pan: problem }
}

function phoneProblem(phones: readonly string[]): LocalisedText | undefined {
  const phone = phones.find((each) => hasWrongCountryCode(each) || !isPhone(each))
  if (phone === undefined) return undefined
  return hasWrongCountryCode(phone) ? wrongCountryCode(phone) : sentences.wrongPhone(phone)
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
      name: toLine(name),
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
function uniqueBy(texts: readonly string[], keyOf: (text: string) => string): string[] {
  return [...new Map(texts.toReversed().map((text) => [keyOf(text) || text, text])).values()].toReversed()
}
