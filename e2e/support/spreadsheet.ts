import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findSpreadsheet } from '../../scripts/browsers.mjs'

/** A cell as LibreOffice reads it. */
export interface Cell {
  kind: 'text' | 'number' | 'formula' | 'other'
  /** The text, number or formula; lines are separated by `\n`. */
  value: string
}

/** Options of LibreOffice's dialog for CSV files. */
interface Opening {
  /** "Format quoted field as text" is ticked. */
  quotedIsText?: boolean
  /** Columns, counted from 1, that are imported as text. */
  textColumns?: readonly number[]
  separator?: ',' | ';' | '\t'
}

const run = promisify(execFile)

/**
 * Opens a CSV file (UTF-8) in LibreOffice. Returns the non-empty rows, each up to its last
 * non-empty cell.
 */
export function openInSpreadsheet(
  file: string,
  { quotedIsText = false, textColumns = [], separator = ',' }: Opening = {},
): Promise<Cell[][]> {
  const columns = textColumns.map((column) => `${column}/2`).join('/')
  // Separator, double quote, UTF-8, first line, column formats, US English, whether quoted fields
  // are text, detection of special numbers.
  const filter = `CSV:${separator.charCodeAt(0)},34,76,1,${columns},1033,${quotedIsText},true`
  return openFile(file, 'donations.csv', [`--infilter=${filter}`])
}

/** As `openInSpreadsheet`, for an Excel workbook (.xlsx). */
export function openWorkbook(file: string): Promise<Cell[][]> {
  return openFile(file, 'donations.xlsx', [])
}

async function openFile(file: string, name: string, options: readonly string[]): Promise<Cell[][]> {
  const program = findSpreadsheet()
  if (!program) throw new Error('There is no LibreOffice here')
  const folder = await mkdtemp(join(tmpdir(), 'sevadesk-e2e-sheet-'))
  try {
    const opened = join(folder, name)
    await copyFile(file, opened)
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const args = ['--headless', profile, ...options, '--convert-to', 'fods', '--outdir', folder, opened]
    await run(program, args, { timeout: 120_000 })
    return rowsOf(await readFile(join(folder, 'donations.fods'), 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads the rows of a flat OpenDocument sheet. */
function rowsOf(document: string): Cell[][] {
  const table = /<table:table [\s\S]*<\/table:table>/.exec(document)?.[0] ?? ''
  const rows: Cell[][] = []
  for (const row of elementsOf(table, 'table:table-row')) {
    const cells = elementsOf(row.content, 'table:table-cell').flatMap(({ attributes, content }) =>
      repeated(cellOf(attributes, content), Number(attributes['table:number-columns-repeated'] ?? 1)),
    )
    const last = cells.findLastIndex(({ value }) => value !== '')
    if (last >= 0) rows.push(cells.slice(0, last + 1))
  }
  return rows
}

function cellOf(attributes: Record<string, string>, content: string): Cell {
  const text = elementsOf(content, 'text:p')
    .map((line) => textOf(line.content))
    .join('\n')
  if (attributes['table:formula']) return { kind: 'formula', value: attributes['table:formula'] }
  const type = attributes['office:value-type']
  if (type === undefined || type === 'string') return { kind: 'text', value: text }
  if (type === 'float') return { kind: 'number', value: attributes['office:value'] ?? '' }
  return { kind: 'other', value: text }
}

interface XmlElement {
  attributes: Record<string, string>
  content: string
}

/** Finds the elements with this name, which must not be nested in each other. */
function elementsOf(xml: string, name: string): XmlElement[] {
  const matches = xml.matchAll(new RegExp(`<${name}((?:\\s[^>]*?)?)(?:/>|>([\\s\\S]*?)</${name}>)`, 'g'))
  return [...matches].map(([, attributes = '', content = '']) => ({
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, decoded(value)]),
    ),
    content,
  }))
}

/** OpenDocument encodes repeated spaces, tabs and line breaks as elements. */
function textOf(xml: string): string {
  const spaced = xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
    .replace(/<text:tab\/>/g, '\t')
    .replace(/<text:line-break\/>/g, '\n')
  return decoded(spaced.replace(/<[^>]+>/g, ''))
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&(#x?)?(\w+);/g, (whole, number?: string, name = '') => {
    if (number) return String.fromCodePoint(Number.parseInt(name, number === '#x' ? 16 : 10))
    return NAMED[name] ?? whole
  })
}

function repeated(cell: Cell, times: number): Cell[] {
  // LibreOffice stores the empty rest of a row as one cell, repeated thousands of times.
  return Array.from({ length: cell.value === '' ? Math.min(times, 100) : times }, () => cell)
}
