import type { Sql } from '../support/sql.ts'
import type { CaptureEvent } from './capture-events.ts'
import { type GiftRecord, isReceiptDue, readGiftRecords } from './gift-audit.ts'

/** Donations and receipts in the database at one moment. */
export interface ReceiptRecords {
  donations: { id: string; status: string; amount: number; paymentId: string | null; receiptNumber: string | null }[]
  receipts: { donationId: string; series: string; number: number; printed: string; isCancelled: boolean }[]
  /** Numbers that a restore skipped. */
  voids: { series: string; number: number }[]
  /** Gifts that were entered by hand. */
  gifts: GiftRecord[]
  /** The last assigned number by series. */
  lastNumbers: Map<string, number>
}

/** Reads all records in one transaction, which the statement `snapshot` begins. */
export async function readReceiptRecords(sql: Sql, snapshot: string): Promise<ReceiptRecords> {
  await sql.all(snapshot)
  try {
    const donations = await sql.all('select id, status, amount, payment_id, receipt_number from donations')
    const receipts = await sql.all(
      `select donation_id, series, number, snapshot, cancelled_at from receipts
        left join receipt_cancellations on receipt_id = id order by series, number`,
    )
    const voids = await sql.all('select series, number from void_receipts')
    const gifts = await readGiftRecords(sql)
    const series = await sql.all('select series, last_number from receipt_series')
    return {
      donations: donations.map((row) => ({
        id: String(row.id),
        status: String(row.status),
        amount: Number(row.amount),
        paymentId: row.payment_id === null ? null : String(row.payment_id),
        receiptNumber: row.receipt_number === null ? null : String(row.receipt_number),
      })),
      receipts: receipts.map((row) => ({
        donationId: String(row.donation_id),
        series: String(row.series),
        number: Number(row.number),
        printed: printedNumber(String(row.snapshot)),
        isCancelled: row.cancelled_at !== null,
      })),
      voids: voids.map((row) => ({ series: String(row.series), number: Number(row.number) })),
      gifts,
      lastNumbers: new Map(series.map((row) => [String(row.series), Number(row.last_number)])),
    }
  } finally {
    await sql.all('commit')
  }
}

/**
 * Returns what is wrong: each series must run from 1 to its last number without gap or repeat,
 * cancelled receipts included; each captured donation must have one receipt that holds; and every
 * acknowledged capture must be recorded.
 */
export function auditReceipts(records: ReceiptRecords, acknowledged: Iterable<CaptureEvent>): string[] {
  return [...wrongSeries(records), ...wrongReceipts(records), ...wrongCaptures(records, acknowledged)]
}

function wrongSeries({ receipts, voids, lastNumbers }: ReceiptRecords): string[] {
  const bySeries = Map.groupBy([...receipts, ...voids], ({ series }) => series)
  return [...new Set([...lastNumbers.keys(), ...bySeries.keys()])].flatMap((series) => {
    const numbers = (bySeries.get(series) ?? []).map(({ number }) => number)
    const last = lastNumbers.get(series)
    const isNoted = last === numbers.length
    return [
      ...wrongNumbers(series, numbers),
      ...(isNoted ? [] : [`${series} has ${numbers.length} receipts, but ${last} as its last number`]),
    ]
  })
}

function wrongReceipts({ donations, receipts, gifts }: ReceiptRecords): string[] {
  const wrong: string[] = []
  const byDonation = Map.groupBy(receipts, ({ donationId }) => donationId)
  const giftById = new Map(gifts.map((gift) => [gift.id, gift]))
  for (const { id, status, receiptNumber } of donations) {
    const all = byDonation.get(id) ?? []
    const gift = giftById.get(id)
    const [receipt, ...more] = all.filter(({ isCancelled }) => !isCancelled)
    if (more.length > 0) wrong.push(`donation ${id} has ${more.length + 1} receipts`)
    if ((gift ? isReceiptDue(gift) : status === 'captured') !== (receipt !== undefined)) {
      wrong.push(`donation ${id} is ${status} and has ${receipt ? `receipt ${receipt.printed}` : 'no receipt'}`)
    }
    if (!isNamed(receiptNumber, receipt ? [receipt] : all)) {
      wrong.push(`donation ${id} names receipt ${receiptNumber}, and has ${receipt?.printed ?? null}`)
    }
    byDonation.delete(id)
  }
  for (const id of byDonation.keys()) wrong.push(`a receipt belongs to ${id}, which is no donation`)
  if (new Set(receipts.map(({ printed }) => printed)).size < receipts.length) {
    wrong.push('two receipts are printed with the same number')
  }
  return wrong
}

/** A donation names its receipt that holds, or else one that was cancelled. */
function isNamed(receiptNumber: string | null, receipts: ReceiptRecords['receipts']): boolean {
  if (receiptNumber === null) return receipts.length === 0
  return receipts.some(({ printed }) => printed === receiptNumber)
}

function wrongCaptures({ donations }: ReceiptRecords, acknowledged: Iterable<CaptureEvent>): string[] {
  const byId = new Map(donations.map((donation) => [donation.id, donation]))
  return [...acknowledged].flatMap(({ donationId, paymentId, amount, eventId }) => {
    const donation = byId.get(donationId)
    if (donation?.status !== 'captured') return `acknowledged ${eventId} is ${donation?.status ?? 'gone'}`
    if (donation.paymentId === paymentId && donation.amount === amount) return []
    return `acknowledged ${eventId} is captured as ${donation.paymentId} of ${donation.amount} paise`
  })
}

function wrongNumbers(series: string, numbers: readonly number[]): string[] {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = sorted.findIndex((number, index) => number !== index + 1)
  return at < 0 ? [] : [`${series} has ${sorted[at]} where ${at + 1} should be`]
}

function printedNumber(snapshot: string): string {
  const { number }: { number: string } = JSON.parse(snapshot)
  return number
}
