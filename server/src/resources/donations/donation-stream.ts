import { Readable } from 'node:stream'
import { CSV_BOM, CSV_HEAD, donationCsvLine } from '@sevadesk/contract/donation-csv.ts'
import type { Donation } from '@sevadesk/contract/donation-schemas.ts'

/**
 * The answer of a whole list, `{"success":true,"data":[…]}`, as it is read: never in memory as one. When the reading fails in the middle the
 * stream fails, so that the connection breaks and nobody takes a part for the whole. `shown` names each field that may leave the server.
 */
export function jsonStream<Row>(batches: AsyncIterable<Row[]>, shown: (row: Row) => Donation): Readable {
  return streamOf(jsonText(batches, shown))
}

async function* jsonText<Row>(batches: AsyncIterable<Row[]>, shown: (row: Row) => Donation): AsyncGenerator<string> {
  let before = '{"success":true,"data":['
  for await (const batch of batches) {
    yield before + JSON.stringify(batch.map(shown)).slice(1, -1)
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}

/** A CSV file: the byte order mark, the heads, one line per donation (reading D7). */
export function csvStream(batches: AsyncIterable<Donation[]>, timeZone: string): Readable {
  return streamOf(csvText(batches, timeZone))
}

async function* csvText(batches: AsyncIterable<Donation[]>, timeZone: string): AsyncGenerator<string> {
  yield CSV_BOM + CSV_HEAD
  for await (const batch of batches) yield batch.map((donation) => donationCsvLine(donation, timeZone)).join('')
}

/** Pulled by the connection: what the caller has not taken yet is not read either. */
function streamOf(text: AsyncGenerator<string>): Readable {
  return Readable.from(text, { objectMode: false })
}
