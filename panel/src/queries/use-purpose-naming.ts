import { useLingui } from '@lingui/react/macro'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { DonationEntry } from '../api/records/donation-entry.ts'
import { entryName } from '../records/entry-name.ts'
import { useMe } from '../session/use-me.ts'
import type { TablePage } from '../ui/table/data-table-pages.tsx'
import { fieldChoicesQuery } from './field-choices.ts'

export interface NamedDonation extends DonationEntry {
  /** The text that came with the donation, if the lists know its purpose by other names. */
  purposeGiven?: string
}

/**
 * Returns a function that names the purpose of a donation as the lists do, in the language of the
 * panel; `undefined` until the names have loaded, or failed to. A donation whose purpose is not in
 * the lists, or is not known to be, keeps its text.
 */
export function usePurposeNaming(): ((donation: DonationEntry) => NamedDonation) | undefined {
  const { i18n } = useLingui()
  const { locale } = i18n
  const me = useMe()
  const mayRead = me !== null && isExtended(me) && mayOpen(me, 'Donations')
  const { data, isFetched } = useQuery({ ...fieldChoicesQuery, enabled: mayRead })
  const named = useCallback(
    (donation: DonationEntry): NamedDonation => {
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
  return mayRead && !isFetched ? undefined : named
}

/**
 * Names the purposes of the rows. The page is pending until the names have loaded, so that no row
 * changes.
 */
export function useNamedPage<Page extends TablePage<DonationEntry>>(page: Page): Page & TablePage<NamedDonation> {
  const named = usePurposeNaming()
  const { rows } = page
  const namedRows = useMemo(() => named && rows?.map(named), [rows, named])
  return { ...page, rows: namedRows, isPending: page.isPending || (rows !== undefined && namedRows === undefined) }
}
