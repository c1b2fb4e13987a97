import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { fetchSettlements, type SettlementRange } from './razorpay-client.ts'
import { parseSettledPayment } from './razorpay-parser.ts'
import * as store from './settlement-store.ts'

/** Razorpay's settlements are those of days in India. */
const RAZORPAY_ZONE = 'Asia/Kolkata'
/** Days that are read again, because a settlement may get its UTR after its day. */
const OVERLAP_DAYS = 4
/** Razorpay did not exist before. Imported payments may have any time. */
const EARLIEST_DAY = '2014-01-01'

/**
 * Reads Razorpay's settlements from the last day that was read, or from the first payment, to
 * yesterday, and stores them with the donations. Throws RazorpayError. The next call then goes on
 * from the range that failed.
 */
export async function readSettlements(
  { config, db }: Pick<AppDependencies, 'config' | 'db'>,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  if (!config.razorpay) return
  const yesterday = addDays(zonedDate(now.getTime(), RAZORPAY_ZONE), -1)
  const readUntil = await store.findReadUntil(db)
  if (readUntil === yesterday) return
  const from = readUntil === undefined ? await firstDay(db) : addDays(earlier(readUntil, yesterday), 1 - OVERLAP_DAYS)
  if (from === undefined) return
  for (const { lastDay, range } of settlementRanges(from, yesterday)) {
    for await (const items of fetchSettlements(config.razorpay, range)) {
      for (const item of items) {
        if (signal?.aborted) return
        const payment = parseSettledPayment(item)
        if (payment) await store.setSettlement(db, payment)
      }
    }
    if (signal?.aborted) return
    await store.setReadUntil(db, lastDay)
  }
}

async function firstDay(db: AppDependencies['db']): Promise<string | undefined> {
  const time = await store.findFirstPaymentTime(db)
  if (time === undefined) return undefined
  const day = zonedDate(time, RAZORPAY_ZONE)
  return day > EARLIEST_DAY ? day : EARLIEST_DAY
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

/** The clock may have been ahead when a day was stored. */
function earlier(a: string, b: string): string {
  return a < b ? a : b
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * 60_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
