import { msg } from '@lingui/core/macro'
import { CSV_BOM } from '@sevadesk/contract/base/csv.ts'
import { exportDonations } from '@sevadesk/contract/donations/donation.ts'
import { CSV_HEAD, csvFileName, donationCsvLine } from '@sevadesk/contract/donations/donation-csv.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { download } from '../../../api/download.ts'
import type { DonationEntry } from '../../../api/records/donation-entry.ts'
import { saveFile } from '../../../api/save-file.ts'
import { allDonationsQuery } from '../../../queries/all-donations.ts'
import { findMatches } from '../../../queries/donation-matches.ts'
import { withoutDefaults } from '../../../queries/page-inputs.ts'
import { useIsExtended } from '../../../session/use-me.ts'
import { useTrust } from '../../../ui/base/trust.tsx'

const EXPORT_FAILED = msg`Failed to export donations.`

/** Progress is rounded to this, to limit re-renders. */
const STEP_BYTES = 512 * 1024

/** Which donations to export, in which order. */
export interface ExportQuery extends DonationFilter {
  sort?: DonationSort
}

export interface CsvExport {
  isRunning: boolean
  /** Bytes received from the server; 0 when the browser writes the file. */
  bytes: number
  /**
   * Saves all donations of a filter as a file. Returns `empty` if there are none, and `busy` while
   * an export is running. Rejects on failure.
   */
  run: (query: ExportQuery) => Promise<'saved' | 'empty' | 'busy'>
  cancel: () => void
}

export function useCsvExport(): CsvExport {
  const isExtended = useIsExtended()
  const queryClient = useQueryClient()
  const { timeZone } = useTrust()
  const running = useRef<AbortController>(undefined)
  const [bytes, setBytes] = useState(0)

  async function createFile(query: ExportQuery, signal: AbortSignal): Promise<Blob | undefined> {
    if (isExtended) return fetchFile(query, signal, (received) => setBytes(received - (received % STEP_BYTES)))
    const all = await Promise.race([queryClient.ensureQueryData(allDonationsQuery(EXPORT_FAILED)), abortOf(signal)])
    return writeFile(await findMatches(all, query, { now: Date.now(), timeZone }), timeZone)
  }

  const exporting = useMutation({
    mutationFn: async ({ query, signal }: { query: ExportQuery; signal: AbortSignal }) => {
      const file = await createFile(query, signal)
      signal.throwIfAborted()
      if (file) saveFile(file, csvFileName(query, { now: Date.now(), timeZone }))
      return file ? 'saved' : 'empty'
    },
    onSettled: () => {
      running.current = undefined
    },
    meta: { errorMessage: EXPORT_FAILED },
  })

  useEffect(() => () => running.current?.abort(), []) // leaving the page cancels its export

  async function run(query: ExportQuery) {
    if (running.current) return 'busy' // React state updates too late for a double click
    const controller = new AbortController()
    running.current = controller
    setBytes(0)
    return exporting.mutateAsync({ query, signal: controller.signal })
  }

  return { isRunning: exporting.isPending, bytes, run, cancel: () => running.current?.abort() }
}

/** The server's file, or `undefined` if it holds only the header line. */
async function fetchFile(
  query: ExportQuery,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Blob | undefined> {
  const { file } = await download(
    exportDonations,
    { querystring: withoutDefaults(query) },
    { kind: 'csv', signal, onProgress },
  )
  const start = await file.slice(0, 4 * CSV_HEAD.length).text()
  const hasLines = start.trimEnd().includes('\n')
  return hasLines ? file : undefined
}

/** Rejects when `signal` is aborted. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The same file written by the browser, or `undefined` for no donations. */
function writeFile(donations: readonly DonationEntry[], timeZone: string): Blob | undefined {
  if (donations.length === 0) return undefined
  const lines = donations.map((donation) => donationCsvLine(donation, timeZone))
  return new Blob([CSV_BOM + CSV_HEAD, ...lines], { type: 'text/csv;charset=utf-8' })
}
