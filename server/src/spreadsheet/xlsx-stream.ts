import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { SheetCell } from './sheet-cell.ts'
import { SHEET_END, type SheetColumn, sheetRow, sheetStart, workbookParts } from './sheet-xml.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Streams an Excel workbook with one sheet, only as fast as the client receives it. A failure midway
 * breaks the stream.
 */
export function xlsxStream(
  sheetName: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<SheetCell[][]>,
): Readable {
  const zip = new ZipFile()
  const sheet = Readable.from(sheetText(columns, batches), { objectMode: false })
  const output = new PassThrough()
  // yazl leaves errors of a stream that it reads to its owner.
  sheet.on('error', (error) => output.destroy(error))
  zip.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => sheet.destroy())
  for (const [path, xml] of Object.entries(workbookParts(sheetName))) zip.addBuffer(Buffer.from(xml), path)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return zip.outputStream.pipe(output)
}

async function* sheetText(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<SheetCell[][]>,
): AsyncGenerator<string> {
  yield sheetStart(columns)
  for await (const rows of batches) yield rows.map(sheetRow).join('')
  yield SHEET_END
}
