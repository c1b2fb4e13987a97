import type { MessageDescriptor } from '@lingui/core'
import { listDonations } from '@sevadesk/contract/donations/donation.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type DonationEntry, readDonation } from '../api/records/donation-entry.ts'
import { readList } from '../api/records/record-list.ts'
import { type DonationLedger, openLedger } from './donation-ledger.ts'
import { setLoadingProgress } from './loading-progress.ts'
import { runInTimeSlices } from './time-slices.ts'

/** Query key prefix of donations and their totals. */
export const DONATIONS_KEY = ['donations'] as const

/** Query key prefix of donor records, which list and sum their donations. */
export const DONORS_KEY = ['donors'] as const

/** What a change of a donation invalidates. */
export const DONATION_STALE_KEYS = [DONATIONS_KEY, DONORS_KEY] as const

export const LEDGER_KEY = [...DONATIONS_KEY, 'ledger'] as const

/** A list with more donations counts as long. */
const LONG_LIST = 5_000
const SHORT_STALE_MS = 10_000
const LONG_STALE_MS = 5 * 60_000

/** All donations, from a backend without paging. */
export function ledgerQuery(errorMessage: MessageDescriptor) {
  return queryOptions({
    queryKey: LEDGER_KEY,
    queryFn: ({ signal }) => fetchLedger(signal),
    // A long list loads slowly: it stays fresh longer and is not refetched on focus.
    staleTime: ({ state }) => (isLong(state.data) ? LONG_STALE_MS : SHORT_STALE_MS),
    refetchOnWindowFocus: ({ state }) => !isLong(state.data),
    structuralSharing: false, // comparing each field of each record takes longer than rendering
    // Callers of `awaitLedger` show the failure themselves.
    meta: { errorMessage: () => (waiting.size > 0 ? undefined : errorMessage) },
  })
}

const waiting = new Set<AbortSignal>()

/** Fetches the whole list unless cached. Throws the reason of `signal` when aborted. */
export async function awaitLedger(
  queryClient: QueryClient,
  errorMessage: MessageDescriptor,
  signal: AbortSignal,
): Promise<DonationLedger> {
  signal.throwIfAborted()
  const calledOff = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  waiting.add(signal)
  try {
    return await Promise.race([queryClient.ensureQueryData(ledgerQuery(errorMessage)), calledOff])
  } finally {
    waiting.delete(signal)
  }
}

function isLong(ledger: DonationLedger | undefined): boolean {
  return (ledger?.donations.length ?? 0) > LONG_LIST
}

async function fetchLedger(signal: AbortSignal): Promise<DonationLedger> {
  setLoadingProgress()
  const response = await call(
    listDonations,
    { querystring: {} },
    { signal, onProgress: (bytes) => setLoadingProgress({ bytes }) },
  )
  const entries: DonationEntry[] = []
  const isKnown = new Set<string>()
  await runInTimeSlices(
    readList(response),
    (fields, index) => {
      const entry = readDonation(fields, index)
      entries.push(isKnown.has(entry.id) ? { ...entry, id: `${entry.id}-${index}` } : entry)
      isKnown.add(entry.id)
    },
    { signal },
  )
  return openLedger(entries, { signal, onProgress: (rows) => setLoadingProgress({ rows }) })
}
