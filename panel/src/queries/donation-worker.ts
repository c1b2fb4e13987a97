import {
  type DonationRecord,
  filterDonations,
  sortDonations,
  summarize,
} from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { searchTexts } from '@sevadesk/contract/donations/donation-search.ts'
import type { Clock } from '@sevadesk/contract/donations/period.ts'

/** A slice of the donations, a question about all of them, or the end. Answers go to the port of a question. */
export type WorkerMessage = { slice: readonly DonationRecord[] } | { clock: Clock; filter?: DonationFilter } | 'close'

/** `position` counts through all slices. */
type Row = DonationRecord & { position: number }

let received: Row[] = []
let newestFirst: readonly Row[] | undefined

self.onmessage = ({ data, ports }: MessageEvent<WorkerMessage>) => {
  if (data === 'close') return self.close()
  if ('slice' in data) {
    for (const donation of data.slice) received.push({ ...donation, position: received.length })
    return
  }
  newestFirst ??= sortDonations(received)
  received = []
  const { clock, filter } = data
  // Takes seconds: only for a search, once.
  if (filter?.search) for (const row of newestFirst) row.texts ??= searchTexts(row)
  const answer = filter
    ? Uint32Array.from(filterDonations(newestFirst, filter, clock), ({ position }) => position)
    : summarize(newestFirst, clock)
  ports[0]?.postMessage(answer)
}
