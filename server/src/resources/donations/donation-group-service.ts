import { setImmediate } from 'node:timers/promises'
import { startOfZonedDay, zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { isRupees } from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationGroup, FieldChoices, GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import type { Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { Clock } from '@sevadesk/contract/donations/period.ts'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { listInstitutions, listPurposes } from '../lists/list-entry-store.ts'
import type { ReceivedRange } from './donation-conditions-store.ts'
import { listCollectors, listModes } from './donation-fields-store.ts'
import { parseQuery, parseRange, receivedRange } from './donation-list-service.ts'
import {
  findFirstReceived,
  type GroupSum,
  sumByField,
  sumByQuarterHour,
  sumReceived,
} from './groups/donation-group-store.ts'
import { ALL_TIME, type ReceivedQuery } from './groups/donation-received-store.ts'
import { withCancelledNumbers } from './search/cancelled-number-service.ts'

/** Reads the days of a filter as those on which money was received. Throws badRequest(). */
export function parseReceivedQuery(filter: DonationFilter, clock: Clock): ReceivedQuery {
  const { dayOf: _, ...others } = filter
  const { conditions } = parseQuery(others, clock)
  return { conditions, received: receivedRange(parseRange(others), clock) }
}

/** As `parseReceivedQuery`, but finds gifts by the numbers of their cancelled receipts too. */
export async function readReceivedQuery(db: Db, filter: DonationFilter, clock: Clock): Promise<ReceivedQuery> {
  return withCancelledNumbers(db, parseReceivedQuery(filter, clock))
}

/** Groups the successful donations of a query. The total is the sum of the rows. */
export async function groupDonations(
  db: Db,
  by: Grouping,
  query: ReceivedQuery,
  timeZone: string,
): Promise<{ rows: DonationGroup[]; total: GroupSums }> {
  const sums = await readSnapshot(db, (snapshot) => sumGroups(snapshot, by, query, timeZone))
  const rows = new Map<string | null, DonationGroup>()
  const total = noSums()
  for (const sum of sums) {
    const key = sum.key || null
    const row = rows.get(key) ?? { key, ...noSums() }
    rows.set(key, row)
    add(row, sum)
    add(total, sum)
  }
  return { rows: [...rows.values()].sort(by === 'month' ? byKey : byAmount), total }
}

/** The sums may have a key several times. */
async function sumGroups(db: Db, by: Grouping, query: ReceivedQuery, timeZone: string): Promise<GroupSum[]> {
  const { conditions, received } = query
  const hasSearch = conditions.query.length > 0
  if (by === 'month') {
    return hasSearch
      ? sumQuarterHours(db, query, timeZone)
      : sumMonths(db, query, timeZone, async (range, key) =>
          key === undefined ? [] : (await sumReceived(db, conditions, range)).map((sum) => ({ ...sum, key })),
        )
  }
  // Month by month on SQLite, where one statement would block other calls.
  return by === 'collector' && !hasSearch && !isPostgres(db)
    ? sumMonths(db, query, timeZone, (range) => sumByField(db, by, conditions, range))
    : sumByField(db, by, conditions, received)
}

/** For a search. */
async function sumQuarterHours(db: Db, { conditions, received }: ReceivedQuery, timeZone: string): Promise<GroupSum[]> {
  const quarters = await sumByQuarterHour(db, conditions, received)
  const months = quarters.map((sum) => ({ ...sum, key: zonedDate(sum.key ?? '', timeZone).slice(0, 'YYYY-MM'.length) }))
  // As in `sumMonths`, a text that is no time has no month.
  return months.filter(({ key }) => key !== '')
}

/**
 * Sums each month with donations, in the trust's zone. Other calls run between two months. Calls
 * `sumMonth` without a key for a text in the column that is no time.
 */
async function sumMonths(
  db: Db,
  { conditions, received }: ReceivedQuery,
  timeZone: string,
  sumMonth: (range: ReceivedRange, key: string | undefined) => Promise<GroupSum[]>,
): Promise<GroupSum[]> {
  const sums: GroupSum[] = []
  let first = await findFirstReceived(db, conditions, received ?? ALL_TIME)
  const end = received?.to ?? ALL_TIME.to
  while (first !== undefined) {
    const { key, next } = monthFrom(first, timeZone)
    const isLast = end <= next
    const to = isLast ? end : next
    const month = await sumMonth({ from: first, to }, key)
    sums.push(...month)
    // A statement blocks on SQLite alone.
    if (!isPostgres(db)) await setImmediate()
    // After an empty month, looks for the next donation: there may be years without any.
    if (month.length > 0) first = to < end ? to : undefined
    else first = await findFirstReceived(db, conditions, { from: to, to: end })
  }
  return sums
}

/** The month of a time and the start of the next one. A text that is no time has no month. */
function monthFrom(time: string, timeZone: string): { key: string | undefined; next: string } {
  const day = zonedDate(time, timeZone)
  const [year = 0, month = 1] = day.split('-').map(Number)
  const next = day && utc(startOfZonedDay({ year, month: month + 1, day: 1 }, timeZone))
  // A text between the two is no time either.
  return next > time ? { key: day.slice(0, 'YYYY-MM'.length), next } : { key: undefined, next: `${time} ` }
}

function noSums(): GroupSums {
  return { count: 0, amount: 0, otherCurrencies: [], inKind: 0 }
}

function add(sums: GroupSums, { currency, isInKind, count, amount }: GroupSum): void {
  if (isInKind) {
    sums.inKind += count
  } else if (isRupees(currency)) {
    sums.count += count
    sums.amount += amount
  } else {
    const code = currency.trim().toUpperCase()
    let other = sums.otherCurrencies.find((entry) => entry.currency === code)
    if (!other) {
      other = { currency: code, count: 0, amount: 0 }
      sums.otherCurrencies.push(other)
      sums.otherCurrencies.sort((a, b) => (a.currency < b.currency ? -1 : 1))
    }
    other.count += count
    other.amount += amount
  }
}

function byKey(a: DonationGroup, b: DonationGroup): number {
  return (a.key ?? '') < (b.key ?? '') ? -1 : 1
}

/** The largest first; donations without the field last. */
function byAmount(a: DonationGroup, b: DonationGroup): number {
  return Number(a.key === null) - Number(b.key === null) || b.amount - a.amount || b.count - a.count || byKey(a, b)
}

/** The values of the filters. */
export function listFieldChoices(db: Db): Promise<FieldChoices> {
  return readSnapshot(db, async (snapshot) => ({
    purposes: await listPurposes(snapshot),
    institutions: await listInstitutions(snapshot),
    modes: await listModes(snapshot),
    collectors: await listCollectors(snapshot),
  }))
}

function utc(time: number): string {
  return new Date(time).toISOString()
}
