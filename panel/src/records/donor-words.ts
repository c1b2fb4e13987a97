import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { LANGUAGES, type Language } from '@sevadesk/contract/base/language.ts'
import type { NameOfKind } from '@sevadesk/contract/base/record-fields.ts'
import type { DONOR_FIELDS, DonorField, EnteredDonor } from '@sevadesk/contract/donors/donor-fields.ts'

/** The names of a donor's fields. */
export const DONOR_FIELD_NAMES: Readonly<Record<DonorField, MessageDescriptor>> = {
  kind: msg({ message: 'Kind', context: 'of a donor' }),
  name: msg`Name as on the PAN`,
  otherNames: msg`Other names`,
  phones: msg`Phones`,
  emails: msg`E-mails`,
  address: msg`Address`,
  pinCode: msg`PIN code`,
  pan: msg`PAN`,
  otherIdType: msg`Other identity document`,
  otherId: msg`Number of the document`,
  citizenship: msg`Citizenship`,
  language: msg`Language`,
  consent: msg`Consent to messages`,
  consentSource: msg`Where the consent was given`,
  notes: msg`Notes`,
}

const LANGUAGE_NAMES = Object.fromEntries(LANGUAGES.map(({ code, label }) => [code, label])) as Record<Language, string>

export type DonorChoice = NameOfKind<typeof DONOR_FIELDS, 'choice'>
type DonorWords = Readonly<{ [Name in DonorChoice]: Readonly<Record<NonNullable<EnteredDonor[Name]>, string>> }>

/** The choices of a donor's record as staff say them. */
export function useDonorWords(): DonorWords {
  const { t } = useLingui()
  return {
    kind: {
      person: t`Person`,
      family: t`Family (HUF)`,
      company: t`Company`,
      trust: t({ message: 'Trust', context: 'kind of donor' }),
      unknown: t({ message: 'Unknown', context: 'kind of donor' }),
    },
    citizenship: {
      indian: t`Indian`,
      foreign: t`Foreign`,
      unknown: t({ message: 'Not asked', context: 'citizenship' }),
    },
    consent: {
      given: t({ message: 'Given', context: 'consent' }),
      withdrawn: t({ message: 'Withdrawn', context: 'consent' }),
      unknown: t({ message: 'Not asked', context: 'consent' }),
    },
    otherIdType: {
      aadhaar: t`Aadhaar`,
      passport: t`Passport`,
      voter: t`Voter ID`,
      'driving-licence': t`Driving licence`,
      'ration-card': t`Ration card`,
      'tax-id': t`Foreign tax number`,
    },
    language: LANGUAGE_NAMES,
  }
}

/** Returns the text of a field's value as people read it. */
export function useDonorText(): (field: DonorField, value: unknown) => string {
  const words: Readonly<Partial<Record<DonorField, Readonly<Record<string, string>>>>> = useDonorWords()
  return (field, value) => (Array.isArray(value) ? value.join('\n') : wordOf(words[field] ?? {}, value))
}

/** The word of a choice; any other value as text. */
function wordOf(words: Readonly<Record<string, string>>, value: unknown): string {
  const text = String(value ?? '')
  return Object.hasOwn(words, text) ? (words[text] ?? text) : text
}

export function useDonorFieldName(): (field: DonorField) => string {
  const { i18n } = useLingui()
  return (field) => i18n._(DONOR_FIELD_NAMES[field])
}
