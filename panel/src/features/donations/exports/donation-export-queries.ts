import { CSV_BOM } from '@sevadesk/contract/base/csv.ts'
import { exportDonations } from '@sevadesk/contract/donations/donation.ts'
import { CSV_HEAD, csvFileName, donationCsvLine } from '@sevadesk/contract/donations/donation-csv.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { useQueryClient } from '@tanstack/react-query'
import { download } from '../../../api/download.ts'
import type { DonationEntry } from '../../../api/records/donation-entry.ts'
import { saveFile } from '../../../api/save-file.ts'
import { allDonationsQuery } from '../../../queries/all-donations.ts'
import { findMatches } from '../../../queries/donation-matches.ts'
import { withoutDefaults } from '../../../queries/page-inputs.ts'
import { useIsExtended } from '../../../session/use-me.ts'
import { useTrust } from '../../../ui/base/trust.tsx'
import { EXPORT_FAILED, type ExportControl, useSingleExport } from './use-single-export.ts'

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
  const { exporting, bytes, start, cancel } = useSingleExport(async (query: ExportQuery, control) => {
    const file = await createFile(query, control)
    control.signal.throwIfAborted()
    if (file) saveFile(file, csvFileName(query, { now: Date.now(), timeZone }))
    return file ? 'saved' : 'empty'
  })

  async function createFile(query: ExportQuery, control: ExportControl): Promise<Blob | undefined> {
    if (isExtended) return fetchFile(query, control)
    const all = queryClient.ensureQueryData(allDonationsQuery(EXPORT_FAILED))
    const donations = await Promise.race([all, abortOf(control.signal)])
    return writeFile(await findMatches(donations, query, { now: Date.now(), timeZone }), timeZone)
  }

  return { isRunning: exporting.isPending, bytes, run: async (query) => (await start(query)) ?? 'busy', cancel }
}

/** The server's file, or `undefined` if it holds only the header line. */
async function fetchFile(query: ExportQuery, control: ExportControl): Promise<Blob | undefined> {
  const { file } = await download(exportDonations, { querystring: withoutDefaults(query) }, { kind: 'csv', ...control })
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
