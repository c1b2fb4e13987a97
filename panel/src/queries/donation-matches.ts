import { filterDonations, sortDonations, summarize } from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationFilter, DonationSummary } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { Clock } from '@sevadesk/contract/donations/period.ts'
import type { DonationEntry } from '../api/records/donation-entry.ts'
import type { WorkerMessage } from './donation-worker.ts'

/** A worker filters a list with more donations, so that the page stays responsive. */
const LONG_LIST = 20_000
/** Copying this many donations to the worker takes a few milliseconds. */
const SLICE = 2_000

const listNumbers = new WeakMap<readonly DonationEntry[], number>()
let listCount = 0

/** Query key prefix of what is computed from this list of a plain backend. */
export function matchesKey(donations: readonly DonationEntry[] | undefined) {
  // Not its time, which is the same for two lists of one millisecond.
  if (donations && !listNumbers.has(donations)) listNumbers.set(donations, ++listCount)
  return ['donation-matches', donations && listNumbers.get(donations)] as const
}

/** Options of a query that sends no request: its key names the data. */
export const COMPUTED = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  networkMode: 'always',
  structuralSharing: false,
} as const

export function isLongList(donations: readonly DonationEntry[]): boolean {
  return donations.length > LONG_LIST
}

/** Returns the donations that match a filter, newest first. */
export async function findMatches(
  donations: readonly DonationEntry[],
  filter: DonationFilter,
  clock: Clock,
): Promise<DonationEntry[]> {
  if (!isLongList(donations)) return filterDonations(donations, filter, clock)
  const positions = await ask<Uint32Array>(donations, { clock, filter })
  if (!positions) return filterDonations(sortDonations(donations), filter, clock)
  return Array.from(positions, (position) => donations[position]).filter((donation) => donation !== undefined)
}

/** Returns the figures of all donations. */
export async function findSummary(donations: readonly DonationEntry[], clock: Clock): Promise<DonationSummary> {
  const summary = isLongList(donations) ? await ask<DonationSummary>(donations, { clock }) : undefined
  return summary ?? summarize(donations, clock)
}

interface DonationWorker {
  donations: readonly DonationEntry[]
  worker: Worker
  /** Resolves once the worker has all donations. */
  filled: Promise<void>
  /** Resolves if the worker fails, as without its script. */
  failed: Promise<undefined>
}

let current: DonationWorker | undefined

/** Resolves to `undefined` if the worker fails. */
async function ask<Answer>(donations: readonly DonationEntry[], question: WorkerMessage): Promise<Answer | undefined> {
  if (current?.donations !== donations) {
    const former = current
    void former?.filled.then(() => former.worker.postMessage('close' satisfies WorkerMessage))
    current = startWorker(donations)
  }
  const { worker, filled, failed } = current
  await filled
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<Answer>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
  })
  worker.postMessage(question, [port2])
  return Promise.race([answer, failed])
}

function startWorker(donations: readonly DonationEntry[]): DonationWorker {
  const worker = new Worker(new URL('./donation-worker.ts', import.meta.url), { type: 'module' })
  const failed = new Promise<undefined>((resolve) => {
    worker.onerror = () => resolve(undefined)
  })
  return { donations, worker, filled: fill(worker, donations), failed }
}

async function fill(worker: Worker, donations: readonly DonationEntry[]): Promise<void> {
  for (let start = 0; start < donations.length; start += SLICE) {
    worker.postMessage({ slice: donations.slice(start, start + SLICE) } satisfies WorkerMessage)
    // The page reacts between two slices.
    await new Promise((resolve) => setTimeout(resolve))
  }
}
