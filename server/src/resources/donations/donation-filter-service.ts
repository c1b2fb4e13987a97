import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { parseSearch } from '@sevadesk/contract/donations/donation-search.ts'
import { type Clock, faultOfDays, filterDays, filterRange } from '@sevadesk/contract/donations/period.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import type { Range, Selection } from './donation-filter-store.ts'
import { findCurrentNumbers } from './donation-search-store.ts'

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
