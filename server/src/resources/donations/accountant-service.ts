import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CSV_BOM, csvLine, quoted } from '@sevadesk/contract/csv.ts'
import type { AccountantFormat } from '@sevadesk/contract/donation-groups.ts'
import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { badRequest } from '../../errors.ts'
import { csvCell, type SheetCell } from '../../spreadsheet/sheet-cell.ts'
import { MAX_ROWS } from '../../spreadsheet/sheet-xml.ts'
import { XLSX_TYPE, xlsxStream } from '../../spreadsheet/xlsx-stream.ts'
import { ACCOUNTANT_COLUMNS } from './accountant/accountant-columns.ts'
import { accountantRows } from './accountant/accountant-rows.ts'
import * as store from './accountant/accountant-store.ts'
import type { ReceivedQuery } from './donation-group-service.ts'

const BATCH = 200

const TOO_LONG = {
  en: 'This is too much for one Excel sheet. Choose a shorter period, or the format CSV.',
  hi: 'एक Excel शीट में इतना नहीं आता। छोटी अवधि चुनें, या CSV लें।',
}

/** Throws badRequest() if an Excel sheet cannot hold the rows, counted generously. */
export async function assertFitsSheet(db: Db, query: ReceivedQuery, limit = MAX_ROWS): Promise<void> {
  if ((await store.countRows(db, query)) >= limit) throw badRequest(TOO_LONG)
}

/**
 * Iterates over the lines of the export in batches, each of which is one short read: a slow client
 * keeps no transaction open. Without a status, deleted gifts with a receipt come last.
 */
async function* readCells(db: Db, query: ReceivedQuery, timeZone: string): AsyncGenerator<SheetCell[][]> {
  const hasDeleted = query.conditions.status === 'all'
  for (const list of hasDeleted ? [store.listPositions, store.listDeletedPositions] : [store.listPositions]) {
    for (let after: store.ReceivedPosition | undefined, isOver = false; !isOver; ) {
      const { rows, positions } = await readSnapshot(db, async (snapshot) => {
        const found = await list(snapshot, after, { ...query, limit: BATCH })
        const gifts = await store.findGifts(
          snapshot,
          found.map(({ n }) => n),
        )
        const receipts = await store.listReceipts(
          snapshot,
          gifts.map(({ id }) => id),
        )
        return { rows: accountantRows(gifts, receipts), positions: found }
      })
      after = positions.at(-1)
      isOver = positions.length < BATCH
      if (rows.length > 0) yield rows.map((row) => ACCOUNTANT_COLUMNS.map((column) => column.cell(row, timeZone)))
      await setImmediate()
    }
  }
}

/** Streams the export as a file, only as fast as the client receives it. */
export function accountantFile(
  db: Db,
  query: ReceivedQuery,
  { format, timeZone }: { format: AccountantFormat; timeZone: string },
): { type: string; stream: Readable } {
  const cells = readCells(db, query, timeZone)
  return format === 'xlsx'
    ? { type: XLSX_TYPE, stream: xlsxStream('Donations', ACCOUNTANT_COLUMNS, cells) }
    : { type: 'text/csv; charset=utf-8', stream: Readable.from(csvText(cells), { objectMode: false }) }
}

/** The lines of a CSV file: byte order mark, heads, then as the other export. */
async function* csvText(batches: AsyncIterable<SheetCell[][]>): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(ACCOUNTANT_COLUMNS.map(({ head }) => quoted(head)))
  for await (const rows of batches) yield rows.map((cells) => csvLine(cells.map(csvCell))).join('')
}
