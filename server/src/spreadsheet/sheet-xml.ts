import { rupees } from '@sevadesk/contract/donations/donation-csv.ts'
import type { SheetCell } from './sheet-cell.ts'

/** The parts of an Office Open XML workbook with one sheet (ECMA-376, SpreadsheetML). */

export interface SheetColumn {
  head: string
  /** In characters. */
  width: number
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A row of a sheet, as Excel counts them. */
export const MAX_ROWS = 1_048_576

/** Indexes of `cellXfs` in the styles. */
const STYLES = { text: 0, head: 1, money: 2, day: 3, time: 4 } as const

/** Lakhs and crores: 1,00,00,000.00. */
const INDIAN_MONEY = '[&gt;=10000000]##\\,##\\,##\\,##0.00;[&gt;=100000]##\\,##\\,##0.00;##,##0.00'

/** Everything but the sheet, by path in the file. */
export function workbookParts(sheetName: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="${INDIAN_MONEY}"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"><alignment wrapText="1" vertical="top"/></xf>${[164, 165, 166].map((id) => `<xf xfId="0" numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  }
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}

/** The start of the sheet with the frozen row of heads. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const heads = columns.map(({ head }) => textXml(head, STYLES.head))
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${heads.join('')}</row>`
}

export const SHEET_END = '</sheetData></worksheet>'

export function sheetRow(cells: readonly SheetCell[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`
}

function cellXml(cell: SheetCell): string {
  switch (cell.kind) {
    case 'text':
      return textXml(cell.value.trim(), STYLES.text)
    case 'money':
      return numberXml(rupees(cell.paise), STYLES.money)
    default: {
      const serial = serialOf(cell.value)
      return serial === undefined ? textXml(cell.value, STYLES.text) : numberXml(String(serial), STYLES[cell.kind])
    }
  }
}

/** With a longer text in a cell, Excel takes the file for damaged. */
const MAX_TEXT = 32_767

function textXml(text: string, style: number): string {
  return text === ''
    ? '<c/>'
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_TEXT))}</t></is></c>`
}

function numberXml(value: string, style: number): string {
  return value === '' ? '<c/>' : `<c s="${style}"><v>${value}</v></c>`
}

const DAY_MS = 86_400_000
const EPOCH = 25_569
/** Excel takes 1900 for a leap year, so that earlier days would be one off. */
const FIRST_SERIAL = 61

/** Days since 30 December 1899, with the time as a fraction; `undefined` for what Excel cannot show. */
function serialOf(dayOrTime: string): number | undefined {
  const serial = Date.parse(`${dayOrTime.replace(' ', 'T')}${dayOrTime.includes(' ') ? 'Z' : ''}`) / DAY_MS + EPOCH
  return serial >= FIRST_SERIAL ? serial : undefined
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Leaves out what XML 1.0 cannot contain. Excel reads `_x000D_` in a text as a character. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (character) => (/[\t\n]/.test(character) ? character : ''))
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
