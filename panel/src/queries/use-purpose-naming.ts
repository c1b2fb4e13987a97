import { useLingui } from '@lingui/react/macro'
import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import { DONATIONS_GROUPS } from '@sevadesk/contract/donations/donation.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { DonationEntry } from '../api/records/donation-entry.ts'
import { useMe } from '../session/use-me.ts'
import { entryName } from '../ui/format/entry-name.ts'
import { fieldChoicesQuery } from './field-choices.ts'

export interface NamedDonation extends DonationEntry {
  /** The text that came with the donation, if the lists know its purpose by other names. */
  purposeGiven?: string
}

/**
 * Returns a function that names the purpose of a donation as the lists do, in the language of the
 * panel. A donation whose purpose is not in the lists, or is not known to be, keeps its text.
 */
export function usePurposeNaming(): (donation: DonationEntry) => NamedDonation {
  const { i18n } = useLingui()
  const { locale } = i18n
  const me = useMe()
  const mayRead = (me?.capabilities.includes(DONATIONS_GROUPS) ?? false) && mayOpen(me ?? {}, 'Donations')
  const { data } = useQuery({ ...fieldChoicesQuery, enabled: mayRead })
  return useCallback(
    (donation) => {
      const { purpose, purposeId } = donation
      const entry = purposeId === '' ? undefined : data?.purpose.find(({ value }) => value === purposeId)
      const name = entry && entryName(entry, locale)
      if (!entry || !name || name === purpose) return donation
      const given = normaliseText(purpose)
      const isGiven = given !== '' && ![entry.nameEn, entry.nameHi].map(normaliseText).includes(given)
      return { ...donation, purpose: name, ...(isGiven && { purposeGiven: purpose }) }
    },
    [data, locale],
  )
}
