import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { RazorpayAccount } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { fetchSettlements, parseSettledPayment, type SettlementRange } from './razorpay-client.ts'
import * as store from './settlement-store.ts'

/** Razorpay's settlements are those of days in India. */
const RAZORPAY_ZONE = 'Asia/Kolkata'
/** Days that are read again, because a settlement may get its UTR after its day. */
const OVERLAP_DAYS = 4
/** Razorpay did not exist before. Imported payments may have any time. */
const EARLIEST_DAY = '2014-01-01'

/**
 * Reads Razorpay's settlements from a few days before the last day that was read, or from the first
 * payment, to yesterday, and stores them with the donations. Throws RazorpayError. The days that
 * were read until then count as read: the next call goes on a few days before the range that failed.
 */
export async function readSettlements(
  { config, db }: Pick<AppDependencies, 'config' | 'db'>,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  if (!config.razorpay) return
  const yesterday = addDays(zonedDate(now.getTime(), RAZORPAY_ZONE), -1)
  const days = signal?.aborted ? undefined : await findDays(db, yesterday)
  if (!days) return
  let { readUntil } = days
  for (const { lastDay, range } of settlementRanges(days.from, yesterday)) {
    await readRange({ db, account: config.razorpay }, range, signal)
    if (signal?.aborted) return
    if (lastDay <= readUntil) continue
    // A capture may have been recorded meanwhile. The next call then reads from its day.
    if (!(await store.moveReadUntil(db, { from: readUntil, to: lastDay }))) return
    readUntil = lastDay
  }
}

/** Returns the first day to read, and the stored day; undefined if there is nothing to read. */
async function findDays(db: Db, yesterday: string): Promise<{ from: string; readUntil: string } | undefined> {
  const readUntil = await store.findReadUntil(db)
  if (readUntil === yesterday) return undefined
  const from = readUntil === undefined ? await firstDay(db) : addDays(earlier(readUntil, yesterday), 1 - OVERLAP_DAYS)
  if (from === undefined) return undefined
  if (readUntil !== undefined && readUntil <= yesterday) return { from, readUntil }
  const before = addDays(from, -1)
  if (readUntil === undefined) await store.insertReadUntil(db, before)
  else await store.lowerReadUntil(db, before)
  return { from, readUntil: before }
}

async function readRange(
  { db, account }: { db: Db; account: RazorpayAccount },
  range: SettlementRange,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const items of fetchSettlements(account, range)) {
    for (const item of items) {
      if (signal?.aborted) return
      const payment = parseSettledPayment(item)
      if (payment) await store.setSettlement(db, payment)
    }
  }
}

/**
 * Makes the next call read the settlements since a capture. It may be recorded long after its day,
 * such as that of a held payment. Call it in the transaction of the capture.
 */
export async function readAgainSince(transaction: Db, capturedAt: Date): Promise<void> {
  await store.lowerReadUntil(transaction, addDays(zonedDate(capturedAt.getTime(), RAZORPAY_ZONE), -1))
}

async function firstDay(db: Db): Promise<string | undefined> {
  const time = await store.findFirstPaymentTime(db)
  if (time === undefined) return undefined
  const day = zonedDate(time, RAZORPAY_ZONE)
  return day > EARLIEST_DAY ? day : EARLIEST_DAY
}

/** The clock may have been ahead when a day was stored. */
function earlier(a: string, b: string): string {
  return a < b ? a : b
}

/** Splits days, the last one included, into whole months and single days. */
export function settlementRanges(from: string, to: string): { lastDay: string; range: SettlementRange }[] {
  const ranges: { lastDay: string; range: SettlementRange }[] = []
  for (let first = from; first <= to; ) {
    const [year = '', month = '', day = ''] = first.split('-')
    const monthEnd = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 'YYYY-MM-DD'.length)
    const isMonth = day === '01' && monthEnd <= to
    const lastDay = isMonth ? monthEnd : first
    ranges.push({ lastDay, range: isMonth ? { year, month } : { year, month, day } })
    first = addDays(lastDay, 1)
  }
  return ranges
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * 60_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
