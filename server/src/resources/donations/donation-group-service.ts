import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CSV_BOM, csvLine, quoted } from '@sevadesk/contract/base/csv.ts'
import { startOfZonedDay, zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { isRupees } from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationGroup, FieldChoices, GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import type { AccountantFormat, Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import { type Db, readSnapshot } from '../../db/db.ts'
import { badRequest } from '../../errors.ts'
import { csvCell, type SheetCell } from '../../spreadsheet/sheet-cell.ts'
import { MAX_ROWS } from '../../spreadsheet/sheet-xml.ts'
import { XLSX_TYPE, xlsxStream } from '../../spreadsheet/xlsx-stream.ts'
import { localised } from '../../text/localised-text.ts'
import { listInstitutions, listPurposes } from '../lists/list-entry-store.ts'
import { ACCOUNTANT_COLUMNS, accountantRows } from './accountant/accountant-columns.ts'
import * as accountantStore from './accountant/accountant-store.ts'
import * as store from './donation-group-store.ts'
import type { Selection } from './donation-search-store.ts'
import { startReading } from './donation-stream.ts'

/** Groups the successful donations of a selection, less lost disputes. The total is the sum of the rows. */
export async function groupDonations(
  db: Db,
  by: Grouping,
  selection: Selection,
  timeZone: string,
): Promise<{ rows: DonationGroup[]; total: GroupSums }> {
  const sums = await readSnapshot(db, async (snapshot) => {
    const losses = await store.listLosses(snapshot, selection, by)
    if (by === 'month') return losses.concat(await sumMonths(snapshot, selection, timeZone))
    const read = by === 'collector' ? sumCollectors(snapshot, selection) : store.sumGroups(snapshot, selection, by)
    return losses.concat(await read)
  })
  const rows = new Map<string | null, DonationGroup>()
  const total = noSums()
  for (const sum of sums) {
    const key = by === 'month' ? monthOf(sum.key ?? '', timeZone) : sum.key || null
    if (key === '') continue
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
 * Sums each month with donations, in the trust's zone. The key is a time in the month; the sums may have
 * a month several times. A text in the column that is no time has no month.
 */
async function sumMonths(db: Db, selection: Selection, timeZone: string): Promise<store.GroupSum[]> {
  // A search would run again for each month.
  if (selection.words.length > 0) return store.sumGroups(db, selection, 'quarterHour')
  const sums: store.GroupSum[] = []
  const { to: end = '~' } = selection.range ?? {}
  const within = (from: string | undefined, to: string) => ({
    ...selection,
    range: { column: 'received_at' as const, ...(from && { from }), to },
  })
  let first = await store.findFirstReceived(db, within(selection.range?.from, end))
  while (first !== undefined) {
    const [key, month] = [first, monthOf(first, timeZone)]
    const next = month === '' ? `${first} ` : startOfNextMonth(month, timeZone)
    const isLast = end <= next
    const ofMonth = month === '' ? [] : await store.sumGroups(db, within(first, isLast ? end : next))
    sums.push(...ofMonth.map((sum) => ({ ...sum, key })))
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

const BATCH = 200

const TOO_LONG = localised('This is too much for one Excel sheet. Choose a shorter period, or the format CSV.')

interface FileOptions {
  format: AccountantFormat
  timeZone: string
  /** The most rows of a sheet, with the row of heads. */
  maxRows?: number
}

/**
 * Streams the export as a file, only as fast as the client receives it. The first rows are read
 * before this function returns, so that a failure can still become an error response. Throws
 * badRequest() if an Excel sheet cannot hold the rows.
 */
export async function accountantFile(
  db: Db,
  selection: Selection,
  { format, timeZone, maxRows = MAX_ROWS }: FileOptions,
): Promise<{ type: string; stream: Readable }> {
  const { numbers, cancelled, losses } = await readSnapshot(db, (snapshot) => listRows(snapshot, selection))
  if (format === 'xlsx' && numbers.length + losses.length + cancelled >= maxRows) throw badRequest(TOO_LONG)
  const cells = await startReading(readCells(db, numbers, losses, timeZone))
  return format === 'xlsx'
    ? { type: XLSX_TYPE, stream: xlsxStream('Donations', ACCOUNTANT_COLUMNS, cells) }
    : { type: 'text/csv; charset=utf-8', stream: Readable.from(csvText(cells), { objectMode: false }) }
}

/** One snapshot, so that no change repeats or omits a gift. Without a status, deleted gifts come last. */
async function listRows(snapshot: Db, selection: Selection) {
  const { status = 'all' } = selection
  const numbers = await accountantStore.listNumbers(snapshot, selection)
  const deleted = status === 'all' ? await accountantStore.listDeletedNumbers(snapshot, selection) : []
  const losses = await accountantStore.findLosses(snapshot, selection)
  const cancelled = await accountantStore.countCancelled(snapshot, selection)
  return { numbers: numbers.concat(deleted), losses, cancelled }
}

/** Each batch is one short read, so that a slow client keeps no transaction open. */
async function* readCells(
  db: Db,
  numbers: readonly number[],
  losses: readonly accountantStore.AccountantGift[],
  timeZone: string,
): AsyncGenerator<SheetCell[][]> {
  for (let at = 0; at < numbers.length; at += BATCH) {
    const rows = await readSnapshot(db, async (snapshot) => {
      const gifts = await accountantStore.findGifts(snapshot, numbers.slice(at, at + BATCH))
      const receipts = await accountantStore.listReceipts(
        snapshot,
        gifts.map(({ id }) => id),
      )
      return accountantRows(gifts, receipts)
    })
    yield rows.map((row) => ACCOUNTANT_COLUMNS.map((column) => column.cell(row, timeZone)))
    await setImmediate()
  }
  yield accountantRows(losses, []).map((row) => ACCOUNTANT_COLUMNS.map((column) => column.cell(row, timeZone)))
}

/** The lines of a CSV file: byte order mark, heads, then as the other export. */
async function* csvText(batches: AsyncIterable<SheetCell[][]>): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(ACCOUNTANT_COLUMNS.map(({ head }) => quoted(head)))
  for await (const rows of batches) yield rows.map((cells) => csvLine(cells.map(csvCell))).join('')
}
