import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CSV_BOM, csvLine, quoted } from '@sevadesk/contract/base/csv.ts'
import type { AccountantFormat } from '@sevadesk/contract/donations/donation-groups.ts'
import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { badRequest } from '../../errors.ts'
import { csvCell, type SheetCell } from '../../spreadsheet/sheet-cell.ts'
import { MAX_ROWS } from '../../spreadsheet/sheet-xml.ts'
import { XLSX_TYPE, xlsxStream } from '../../spreadsheet/xlsx-stream.ts'
import { localised } from '../../text/localised-text.ts'
import { ACCOUNTANT_COLUMNS, accountantRows } from './accountant/accountant-columns.ts'
import * as store from './accountant/accountant-store.ts'
import type { Selection } from './donation-search-store.ts'
import { startReading } from './donation-stream.ts'

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
  const { numbers, cancelled } = await readSnapshot(db, (snapshot) => listRows(snapshot, selection))
  if (format === 'xlsx' && numbers.length + cancelled >= maxRows) throw badRequest(TOO_LONG)
  const cells = await startReading(readCells(db, numbers, timeZone))
  return format === 'xlsx'
    ? { type: XLSX_TYPE, stream: xlsxStream('Donations', ACCOUNTANT_COLUMNS, cells) }
    : { type: 'text/csv; charset=utf-8', stream: Readable.from(csvText(cells), { objectMode: false }) }
}

/** One snapshot, so that no change repeats or omits a gift. Without a status, deleted gifts come last. */
async function listRows(snapshot: Db, selection: Selection): Promise<{ numbers: number[]; cancelled: number }> {
  const { status = 'all' } = selection
  const numbers = await store.listNumbers(snapshot, selection)
  const deleted = status === 'all' ? await store.listDeletedNumbers(snapshot, selection) : []
  return { numbers: numbers.concat(deleted), cancelled: await store.countCancelled(snapshot, selection) }
}

/** Each batch is one short read, so that a slow client keeps no transaction open. */
async function* readCells(db: Db, numbers: readonly number[], timeZone: string): AsyncGenerator<SheetCell[][]> {
  for (let at = 0; at < numbers.length; at += BATCH) {
    const rows = await readSnapshot(db, async (snapshot) => {
      const gifts = await store.findGifts(snapshot, numbers.slice(at, at + BATCH))
      const receipts = await store.listReceipts(
        snapshot,
        gifts.map(({ id }) => id),
      )
      return accountantRows(gifts, receipts)
    })
    yield rows.map((row) => ACCOUNTANT_COLUMNS.map((column) => column.cell(row, timeZone)))
    await setImmediate()
  }
}

/** The lines of a CSV file: byte order mark, heads, then as the other export. */
async function* csvText(batches: AsyncIterable<SheetCell[][]>): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(ACCOUNTANT_COLUMNS.map(({ head }) => quoted(head)))
  for await (const rows of batches) yield rows.map((cells) => csvLine(cells.map(csvCell))).join('')
}
