import { setImmediate } from 'node:timers/promises'
import { startOfZonedDay, zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { isRupees } from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationGroup, FieldChoices, GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import type { Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { listInstitutions, listPurposes } from '../lists/list-entry-store.ts'
import * as store from './donation-group-store.ts'
import type { Selection } from './donation-search-store.ts'

/** Groups the successful donations of a selection. The total is the sum of the rows. */
export async function groupDonations(
  db: Db,
  by: Grouping,
  selection: Selection,
  timeZone: string,
): Promise<{ rows: DonationGroup[]; total: GroupSums }> {
  const sums = await readSnapshot(db, (snapshot) => {
    if (by === 'month') return sumMonths(snapshot, selection, timeZone)
    return by === 'collector' ? sumCollectors(snapshot, selection) : store.sumGroups(snapshot, selection, by)
  })
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

/**
 * Sums those that have a collector, and all others by subtraction: looking for the collector of each
 * donation takes seconds for a million.
 */
async function sumCollectors(db: Db, selection: Selection): Promise<store.GroupSum[]> {
  if (selection.words.length > 0 || selection.collector !== undefined)
    return store.sumGroups(db, selection, 'collector')
  const collected = await store.sumCollected(db, selection)
  const rest = new Map((await store.sumGroups(db, selection)).map((sum) => [`${sum.isInKind} ${sum.currency}`, sum]))
  for (const { isInKind, currency, count, amount } of collected) {
    const sum = rest.get(`${isInKind} ${currency}`)
    if (sum) {
      sum.count -= count
      sum.amount -= amount
    }
  }
  return [...collected, ...[...rest.values()].filter(({ count }) => count > 0)]
}

/**
 * Sums each month with donations, in the trust's zone. The sums may have a month several times. A text
 * in the column that is no time has no month.
 */
async function sumMonths(db: Db, selection: Selection, timeZone: string): Promise<store.GroupSum[]> {
  // A search would run again for each month.
  if (selection.words.length > 0) {
    const quarters = await store.sumGroups(db, selection, 'quarterHour')
    return quarters.map((sum) => ({ ...sum, key: monthOf(sum.key ?? '', timeZone) })).filter(({ key }) => key !== '')
  }
  const sums: store.GroupSum[] = []
  const { to: end = '~' } = selection.range ?? {}
  const within = (from: string | undefined, to: string) => ({
    ...selection,
    range: { column: 'received_at' as const, ...(from && { from }), to },
  })
  let first = await store.findFirstReceived(db, within(selection.range?.from, end))
  while (first !== undefined) {
    const key = monthOf(first, timeZone)
    const next = key === '' ? `${first} ` : startOfNextMonth(key, timeZone)
    const isLast = end <= next
    const month = key === '' ? [] : await store.sumGroups(db, within(first, isLast ? end : next))
    sums.push(...month.map((sum) => ({ ...sum, key })))
    first = await store.findFirstReceived(db, within(next, end))
    // SQLite blocks the server while it reads.
    await setImmediate()
  }
  return sums
}

/** Returns the month of a time, such as `2026-04`; empty for a text that is no time. */
function monthOf(time: string, timeZone: string): string {
  const month = zonedDate(time, timeZone).slice(0, 'YYYY-MM'.length)
  // Other texts that JavaScript reads as a time would not be between the ends of their month.
  return month !== '' && time < startOfNextMonth(month, timeZone) ? month : ''
}

function startOfNextMonth(month: string, timeZone: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(startOfZonedDay({ year, month: number + 1, day: 1 }, timeZone)).toISOString()
}

function noSums(): GroupSums {
  return { count: 0, amount: 0, otherCurrencies: [], inKind: 0 }
}

function add(sums: GroupSums, { currency, isInKind, count, amount }: store.GroupSum): void {
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
    modes: await store.listModes(snapshot),
    collectors: await store.listCollectors(snapshot),
  }))
}
