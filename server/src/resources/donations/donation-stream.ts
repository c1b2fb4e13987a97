import { Readable } from 'node:stream'
import { CSV_BOM } from '@sevadesk/contract/base/csv.ts'
import { CSV_HEAD, donationCsvLine } from '@sevadesk/contract/donations/donation-csv.ts'
import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'

/**
 * Streams a whole list as `{"success":true,"data":[…]}`. A failure midway breaks the connection, so
 * that no client takes a partial list for complete. `select` picks the fields that are sent.
 */
export function jsonStream<Row>(batches: AsyncIterable<Row[]>, select: (row: Row) => Donation): Readable {
  return streamOf(jsonText(batches, select))
}

async function* jsonText<Row>(batches: AsyncIterable<Row[]>, select: (row: Row) => Donation): AsyncGenerator<string> {
  let before = '{"success":true,"data":['
  for await (const batch of batches) {
    yield before + JSON.stringify(batch.map(select)).slice(1, -1)
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}

/** Streams a CSV file: byte order mark, header line, one line per donation. */
export function csvStream(batches: AsyncIterable<Donation[]>, timeZone: string): Readable {
  return streamOf(csvText(batches, timeZone))
}

async function* csvText(batches: AsyncIterable<Donation[]>, timeZone: string): AsyncGenerator<string> {
  yield CSV_BOM + CSV_HEAD
  for await (const batch of batches) yield batch.map((donation) => donationCsvLine(donation, timeZone)).join('')
}

/** Reads the text only as fast as the client receives it. */
function streamOf(text: AsyncGenerator<string>): Readable {
  return Readable.from(text, { objectMode: false })
}

/** Reads the first batch before it returns, so that a failure can still become an error response. */
export async function startReading<Batch>(batches: AsyncGenerator<Batch>): Promise<AsyncGenerator<Batch>> {
  const first = await batches.next()
  return first.done ? batches : prepend(first.value, batches)
}

async function* prepend<Batch>(first: Batch, others: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  yield first
  yield* others
}
