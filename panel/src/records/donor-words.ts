import { useLingui } from '@lingui/react/macro'
import type { Citizenship, Consent, DonorKind, OtherIdType } from '@sevadesk/contract/donors/donor.ts'

interface DonorWords {
  kinds: Readonly<Record<DonorKind, string>>
  citizenships: Readonly<Record<Citizenship, string>>
  consents: Readonly<Record<Consent, string>>
  otherIds: Readonly<Record<OtherIdType, string>>
}

/** The choices of a donor's record as staff say them. */
export function useDonorWords(): DonorWords {
  const { t } = useLingui()
  return {
    kinds: {
      person: t`Person`,
      family: t`Family (HUF)`,
      company: t`Company`,
      trust: t({ message: 'Trust', context: 'kind of donor' }),
      unknown: t({ message: 'Unknown', context: 'kind of donor' }),
    },
    citizenships: {
      indian: t`Indian`,
      foreign: t`Foreign`,
      unknown: t({ message: 'Not asked', context: 'citizenship' }),
    },
    consents: {
      given: t({ message: 'Given', context: 'consent' }),
      withdrawn: t({ message: 'Withdrawn', context: 'consent' }),
      unknown: t({ message: 'Not asked', context: 'consent' }),
    },
    otherIds: {
      aadhaar: t`Aadhaar`,
      passport: t`Passport`,
      voter: t`Voter ID`,
      'driving-licence': t`Driving licence`,
      'ration-card': t`Ration card`,
      'tax-id': t`Foreign tax number`,
    },
  }
}

/** The word of a choice; any other value as text. */
export function wordOf(words: Readonly<Record<string, string>>, value: unknown): string {
  const text = String(value ?? '')
  return Object.hasOwn(words, text) ? (words[text] ?? text) : text
}
