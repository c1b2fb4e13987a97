import { setImmediate } from 'node:timers/promises'
import type { Page } from '@sevadesk/contract/base/page.ts'
import type { DonationFilter, DonationSummary, MatchSummary } from '@sevadesk/contract/donations/donation-schemas.ts'
import { parseSearch } from '@sevadesk/contract/donations/donation-search.ts'
import type { DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { rankOf, STATUS_FILTERS } from '@sevadesk/contract/donations/donation-status.ts'
import { type Clock, type DayRange, faultOfDays, filterDays, filterRange } from '@sevadesk/contract/donations/period.ts'
import { type Db, readSnapshot } from '../../db/db.ts'
import { badRequest, notFound } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import type { Recorder } from '../history/history-service.ts'
import * as store from './donation-list-store.ts'
import { findCurrentNumbers, type Range, type Selection } from './donation-search-store.ts'
import { type FullDonation, findPan, listDonationsByNumber, withOfflineGifts } from './donation-store.ts'
import { startReading } from './donation-stream.ts'
import { countHeldPayments } from './held-payment-count-store.ts'

interface PageRequest {
  sort: DonationSort
  /** From 1. */
  page: number
  limit: number
}

/** Returns a page. A number beyond the last page returns the last page. */
export async function findPage(
  db: Db,
  selection: Selection,
  { sort, page, limit }: PageRequest,
): Promise<Page<FullDonation>> {
  if (selection.words.length > 0) return searchPage(db, selection, { sort, page, limit })
  const { donations, total } = await store.listPage(db, selection, { sort, offset: (page - 1) * limit, limit })
  if (donations.length > 0 || page === 1) return { rows: donations, total, isCapped: false, page }
  const pages = Math.ceil((await store.countDonations(db, selection)) / limit)
  return findPage(db, selection, { sort, page: Math.max(1, Math.min(page - 1, pages)), limit })
}

/**
 * Searches count and page at most this many matches: a thousand pages are enough, and counting all
 * matches of a million donations is slow.
 */
const SEARCH_CAP = 10_000

/** As `findPage`, for a search. */
export async function searchPage(
  db: Db,
  selection: Selection,
  { sort, page, limit }: PageRequest,
  cap = SEARCH_CAP,
): Promise<Page<FullDonation>> {
  return readSnapshot(db, async (snapshot) => {
    const count = await store.countDonations(snapshot, selection, cap + 1)
    const total = Math.min(count, cap)
    const existing = Math.min(page, Math.max(1, Math.ceil(total / limit)))
    const offset = (existing - 1) * limit
    const range = { sort, offset, limit: Math.min(limit, total - offset), count }
    const numbers = count === 0 ? [] : await store.listMatches(snapshot, selection, range)
    const rows = await withOfflineGifts(snapshot, await listDonationsByNumber(snapshot, numbers))
    return { rows, total, isCapped: count > cap, page: existing }
  })
}

/** Returns the figures of the matches. A search with more than `cap` matches has no sums, only `isCapped`. */
export async function summarizeMatches(db: Db, selection: Selection, cap = SEARCH_CAP): Promise<MatchSummary> {
  const isSearch = selection.words.length > 0
  const { count, ...sums } = await store.sumDonations(db, selection, isSearch ? cap + 1 : undefined)
  return isSearch && count > cap
    ? { count: cap, isCapped: true, successfulCount: null, successfulAmount: null }
    : { count, isCapped: false, ...sums }
}

/** Returns the figures of the donations screen (specification, section 9). */
export async function summarizeDonations(db: Db, clock: Clock): Promise<DonationSummary> {
  const [sums, uniqueDonors] = await readSnapshot(db, async (snapshot) => [
    await store.sumByStatus(snapshot, monthOf(clock)),
    await store.countDonors(snapshot),
  ])
  const { count, amount, monthAmount, otherCurrency } = ofSuccessful(sums)
  return {
    totalAmount: amount,
    monthAmount,
    count: sums.reduce((total, each) => total + each.count, 0),
    uniqueDonors,
    hasOtherCurrency: otherCurrency > 0,
    successfulCount: count,
    statuses: STATUS_FILTERS.filter((filter) => filter !== 'all').filter((filter) =>
      sums.some(({ rank }) => rank === rankOf(filter)),
    ),
  }
}

function ofSuccessful(sums: readonly store.StatusSums[]): Omit<store.StatusSums, 'rank'> {
  const none = { count: 0, amount: 0, monthAmount: 0, otherCurrency: 0 }
  return sums.find(({ rank }) => rank === rankOf('authorized')) ?? none
}

function monthOf(clock: Clock): DayRange {
  return filterDays({ period: 'month' }, clock) ?? { from: '', to: '' }
}

/** Returns the figures of the donations screen and the number of payments that a person must check. */
export async function summarizeForScreen(
  db: Db,
  clock: Clock,
): Promise<{ data: DonationSummary; heldPayments: number }> {
  return { data: await summarizeDonations(db, clock), heldPayments: await countHeldPayments(db) }
}

/** Returns the newest successful donations, and the total of all in paise. */
export async function findNewest(
  db: Db,
  limit: number,
  clock: Clock,
): Promise<{ donations: FullDonation[]; totalAmount: number; hasOtherCurrency: boolean }> {
  return readSnapshot(db, async (snapshot) => {
    const { amount, otherCurrency } = ofSuccessful(await store.sumByStatus(snapshot, monthOf(clock), 'authorized'))
    const numbers = await store.listByWalking(snapshot, ALL_SUCCESSFUL, store.orderOf('latest'), { limit })
    const donations = await withOfflineGifts(snapshot, await listDonationsByNumber(snapshot, numbers))
    return { donations, totalAmount: amount, hasOtherCurrency: otherCurrency > 0 }
  })
}

/** Selects what the dashboard shows. */
export const ALL_SUCCESSFUL: Selection = { words: [], status: 'authorized' }

const BATCH = 200

/**
 * Iterates over all donations of a selection in batches. One snapshot gives their row numbers in
 * order, so that no change of a donation repeats or omits it; each batch is one short read, so that a
 * slow client keeps no transaction open. The first batch is read before this function returns, so
 * that a failure can still become an error response.
 */
export async function readAllDonations(
  db: Db,
  selection: Selection,
  sort: DonationSort,
): Promise<AsyncIterable<FullDonation[]>> {
  const numbers = await readSnapshot(db, (snapshot) => store.listAllNumbers(snapshot, selection, store.orderOf(sort)))
  return startReading(readBatches(db, numbers))
}

async function* readBatches(db: Db, numbers: readonly number[]): AsyncGenerator<FullDonation[]> {
  for (let at = 0; at < numbers.length; at += BATCH) {
    yield await listDonationsByNumber(db, numbers.slice(at, at + BATCH))
    await setImmediate()
  }
}

/** A donation has two days (reading D19). A range of days means one of them. */
export type DayOf = 'createdAt' | 'receivedAt'

/** Returns the day that the user of a filter has chosen. */
export function chosenDay({ dayOf }: DonationFilter): DayOf {
  return dayOf === 'receipt' ? 'receivedAt' : 'createdAt'
}

/** Parses the search text and the days of a filter. Throws badRequest() for days that are no range. */
export async function readFilter(
  db: Db,
  { search = '', period, from, to, dayOf: _, ...filter }: DonationFilter,
  day: DayOf,
  clock: Clock,
): Promise<Selection> {
  assertRange(from, to)
  const range = { ...(period && { period }), ...(from && to && { from, to }) }
  const words = parseSearch(search)
  const { searchIn = 'all' } = filter
  return {
    ...filter,
    words:
      searchIn === 'donor' ? words : await Promise.all(words.map((spellings) => withCurrentNumbers(db, spellings))),
    range: day === 'createdAt' ? createdIn(filterDays(range, clock)) : receivedIn(filterRange(range, clock)),
  }
}

const createdIn = (days: ReturnType<typeof filterDays>): Range | undefined => days && { column: 'local_day', ...days }

const receivedIn = (times: ReturnType<typeof filterRange>): Range | undefined =>
  times && {
    column: 'received_at',
    from: new Date(times.from).toISOString(),
    to: new Date(times.to).toISOString(),
  }

const BOTH_DAYS = localised('Give both a first and a last day.')
const NO_DAY = localised('Give an existing day from 1900 to 2100, such as 2026-04-01.')
const WRONG_ORDER = localised('The last day must not be before the first day.')

function assertRange(from: string | undefined, to: string | undefined): void {
  if (from === undefined && to === undefined) return
  if (from === undefined || to === undefined) {
    throw badRequest(BOTH_DAYS, { [from === undefined ? 'from' : 'to']: BOTH_DAYS })
  }
  const fault = faultOfDays(from, to)
  if (fault === 'order') throw badRequest(WRONG_ORDER, { to: WRONG_ORDER })
  if (fault) throw badRequest(NO_DAY, { [fault]: NO_DAY })
}

/** The shortest word that may be a receipt number, as in the search of references. */
const MIN_LENGTH = 5

/**
 * If the word is the whole number of a cancelled receipt, which a donor may still have on paper, adds
 * the number of the receipt that replaced it. A donation names only its last receipt.
 */
async function withCurrentNumbers(db: Db, spellings: readonly string[]): Promise<readonly string[]> {
  const [word = ''] = spellings
  const mayBeNumber = word.length >= MIN_LENGTH && /^[a-z0-9/._-]*\d[a-z0-9/._-]*$/.test(word)
  return mayBeNumber ? [...spellings, ...(await findCurrentNumbers(db, word))] : spellings
}

/** Returns the PAN in full, and records who asked if there is one. Throws notFound(). */
export async function showNumbers({ db, recorder }: { db: Db; recorder: Recorder }, id: string) {
  return db.transaction().execute(async (transaction) => {
    const donation = await findPan(transaction, id)
    if (!donation) throw noSuchDonation()
    if (donation.donor_pan === null) return { pan: null }
    const details = { donorName: donation.donor_name }
    await recorder.record(transaction, { action: 'donation.pan-shown', recordKind: 'donation', recordId: id, details })
    return { pan: donation.donor_pan }
  })
}

/** Records who exported which donations, but not for what they searched: that may be a donor's PAN. */
export async function recordExport(
  db: Db,
  recorder: Recorder,
  { search, ...filter }: { search?: string; format?: string },
  action: 'donation.exported' | 'donation.exported-for-accountant' = 'donation.exported',
): Promise<void> {
  const details = { ...filter, ...(search && { search: true }) }
  await db
    .transaction()
    .execute((transaction) => recorder.record(transaction, { action, recordKind: 'donation', recordId: '', details }))
}

export function noSuchDonation() {
  return notFound(localised('There is no such donation, or it has been deleted already.'))
}
