import { expect } from '@playwright/test'
import { parseCsv } from '../support/donation-csv.ts'
import { readWorkbook } from '../support/workbook.ts'
import type { Office } from './office.ts'

/** Rows of an export as records by column head. */
type Row = Readonly<Record<string, string>>
interface Range {
  from: string
  to: string
}

/** As the accountant's export names the modes; others are as in the list. */
const MODES: Readonly<Record<string, string>> = {
  ...{ Cash: 'cash', Cheque: 'cheque', 'Demand draft': 'draft', 'Bank transfer': 'bank_transfer', UPI: 'upi' },
  ...{ Card: 'card', 'In kind': 'in_kind', Collection: 'collection', 'Net banking': 'netbanking', Wallet: 'wallet' },
}

/** The four cells of the ten-column CSV that the month decides, by key. */
export async function readTenColumns(office: Office) {
  const rows = rowsOf(parseCsv(`${await download(office, '/donate/export')}`))
  return Object.fromEntries(
    rows.map((row) => [
      keyOf(office, row['Donation ID']),
      [row.Donor, row['Amount (₹)'], row.Status, row['Created At']],
    ]),
  )
}

/** The accountant's export of a range as figures, and the numbers of its receipts. */
export async function readAccountant(office: Office, { from, to }: Range) {
  const path = `/donate/accountant?from=${from}&to=${to}`
  const table = parseCsv(`${await download(office, path)}`)
  expect(readWorkbook(await download(office, `${path}&format=xlsx`)), 'the workbook').toEqual(asWorkbook(table))
  const rows = rowsOf(table)
  const gifts: Record<string, unknown> = {}
  for (const [id, own] of Map.groupBy(rows, (row) => row['Donation ID'])) gifts[keyOf(office, id)] = giftOf(own)
  const sumOf = (some: readonly Row[]) => `${some.reduce((sum, row) => sum + paiseOf(row.Amount), 0)}`
  return {
    figures: {
      gifts,
      rows: rows.length,
      paise: sumOf(rows),
      successfulPaise: sumOf(rows.filter(({ Status }) => Status === 'Success')),
    },
    numbers: rows.flatMap((row) => row['Receipt Number'] || []),
  }
}

function giftOf(rows: readonly Row[]) {
  const [first = {}] = rows
  const receipts = rows.filter((row) => row['Receipt Number'] !== '')
  return {
    ...{ day: first['Received On'], mode: MODES[first.Mode ?? ''] ?? first.Mode, status: first.Status },
    ...{ purpose: keyOfName(first.Head), institution: keyOfName(first.Institution) },
    ...{ collector: first['Collected By'] || null, donor: first.Donor },
    amount: only(rows, 'Amount'),
    refunded: only(rows, 'Refunded'),
    isCorpus: first['Donation Type'] === 'Corpus',
    receipts: receipts.map((row) => ({
      year: row['Receipt Number']?.split('/')[1],
      paise: row['Receipt Amount'],
      holds: row['Receipt State'] === 'Valid',
    })),
  }
}

/** The value that at most one row has; so the column can be added up. */
function only(rows: readonly Row[], column: string): string {
  const values = rows.flatMap((row) => row[column] || [])
  expect(values.length, column).toBeLessThan(2)
  return values[0] ?? ''
}

async function download({ desks }: Office, path: string): Promise<Buffer> {
  const response = await desks.meera.get(`/api${path}`)
  expect(response.ok(), path).toBe(true)
  return response.body()
}

function rowsOf([heads = [], ...rows]: string[][]): Row[] {
  return rows.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ''])))
}

function keyOf({ gifts }: Office, id = ''): string {
  return [...gifts].find(([, giftId]) => giftId === id)?.[0] ?? `unknown ${id}`
}

/** Entries of lists are named after their keys. */
function keyOfName(name = ''): string | null {
  return name === '' ? null : name.replace(/ (purposes|institutions)$/, '')
}

function paiseOf(rupees = ''): number {
  return Number(rupees.replace('.', '') || 0)
}

/** The cells of a CSV table as the workbook has them: texts, numbers, and dates as serial numbers. */
function asWorkbook([heads = [], ...rows]: string[][]) {
  const isMoney = (head = '') => /Amount|Refunded|Value|Fee/.test(head)
  const isTime = (head = '') => /( On| Date| At)$/.test(head)
  const cellOf = (text: string, head?: string) => {
    if (text === '' || !(isMoney(head) || isTime(head))) return text
    return isMoney(head)
      ? Number(text)
      : Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : ''}`) / 86_400_000 + 25_569
  }
  return [heads, ...rows.map((cells) => cells.map((text, at) => cellOf(text, heads[at])))]
}
