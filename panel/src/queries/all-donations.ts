import type { MessageDescriptor } from '@lingui/core'
import { listDonations } from '@sevadesk/contract/donations/donation.ts'
import { sortDonations } from '@sevadesk/contract/donations/donation-figures.ts'
import { searchTexts } from '@sevadesk/contract/donations/donation-search.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { readDonation } from '../api/records/donation-entry.ts'
import { readRecords } from '../api/records/record-list.ts'
import { isLongList } from './donation-matches.ts'
import { DONATIONS_KEY } from './query-keys.ts'

export const ALL_DONATIONS_KEY = [...DONATIONS_KEY, 'all'] as const

/** A list with more donations counts as long. */
const LONG_LIST = 5_000
const SHORT_STALE_MS = 10_000
const LONG_STALE_MS = 5 * 60_000

/** All donations of a plain backend; newest first unless they are a long list. */
export function allDonationsQuery(errorMessage: MessageDescriptor) {
  return queryOptions({
    queryKey: ALL_DONATIONS_KEY,
    queryFn: async ({ signal }) => {
      const entries = readRecords(await call(listDonations, { querystring: {} }, { signal }), readDonation)
      if (isLongList(entries)) return entries
      return sortDonations(entries).map((entry) => ({ ...entry, texts: searchTexts(entry) }))
    },
    // A long list loads slowly: it stays fresh longer and is not refetched on focus.
    staleTime: ({ state }) => (isLong(state.data) ? LONG_STALE_MS : SHORT_STALE_MS),
    refetchOnWindowFocus: ({ state }) => !isLong(state.data),
    structuralSharing: false, // comparing each field of each record takes longer than rendering
    meta: { errorMessage },
  })
}

function isLong(donations: readonly unknown[] | undefined): boolean {
  return (donations?.length ?? 0) > LONG_LIST
}
