import type { Sql } from '../support/sql.ts'
import type { CaptureEvent } from './capture-events.ts'

/** Donations and receipts in the database at one moment. */
export interface ReceiptRecords {
  donations: { id: string; status: string; amount: number; paymentId: string | null; receiptNumber: string | null }[]
  receipts: { donationId: string; series: string; number: number; printed: string }[]
  /** The last assigned number by series. */
  lastNumbers: Map<string, number>
}

/** Reads all records in one transaction, which the statement `snapshot` begins. */
export async function readReceiptRecords(sql: Sql, snapshot: string): Promise<ReceiptRecords> {
  await sql.all(snapshot)
  try {
    const donations = await sql.all('select id, status, amount, payment_id, receipt_number from donations')
    const receipts = await sql.all('select donation_id, series, number, snapshot from receipts')
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
      })),
      lastNumbers: new Map(series.map((row) => [String(row.series), Number(row.last_number)])),
    }
  } finally {
    await sql.all('commit')
  }
}

/**
 * Returns what is wrong: each series must run from 1 to its last number without gap or repeat, each
 * captured donation must have one receipt, and every acknowledged capture must be recorded.
 */
export function auditReceipts(records: ReceiptRecords, acknowledged: Iterable<CaptureEvent>): string[] {
  return [...wrongSeries(records), ...wrongReceipts(records), ...wrongCaptures(records, acknowledged)]
}

function wrongSeries({ receipts, lastNumbers }: ReceiptRecords): string[] {
  const bySeries = Map.groupBy(receipts, ({ series }) => series)
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

function wrongReceipts({ donations, receipts }: ReceiptRecords): string[] {
  const wrong: string[] = []
  const byDonation = Map.groupBy(receipts, ({ donationId }) => donationId)
  for (const { id, status, receiptNumber } of donations) {
    const [receipt, ...more] = byDonation.get(id) ?? []
    if (more.length > 0) wrong.push(`donation ${id} has ${more.length + 1} receipts`)
    if ((status === 'captured') !== (receipt !== undefined)) {
      wrong.push(`donation ${id} is ${status} and has ${receipt ? `receipt ${receipt.printed}` : 'no receipt'}`)
    }
    const printed = receipt?.printed ?? null
    if (printed !== receiptNumber) wrong.push(`donation ${id} names receipt ${receiptNumber}, and has ${printed}`)
    byDonation.delete(id)
  }
  for (const id of byDonation.keys()) wrong.push(`a receipt belongs to ${id}, which is no donation`)
  if (new Set(receipts.map(({ printed }) => printed)).size < receipts.length) {
    wrong.push('two receipts are printed with the same number')
  }
  return wrong
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
