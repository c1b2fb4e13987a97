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

/** The ten-column CSV by key. */
export async function readTenColumns(office: Office) {
  const [, ...rows] = parseCsv(`${await download(office, '/donate/export')}`)
  return Object.fromEntries(
    rows.map(([id, ...cells]) => [keyOf(office, id), cells.map((cell) => office.razorpayIds.get(cell) ?? cell)]),
  )
}

/** The accountant's export of a range as figures, and the numbers of its receipts. */
export async function readAccountant(office: Office, { from, to }: Range, runDays: readonly string[]) {
  const path = `/donate/accountant?from=${from}&to=${to}`
  const table = parseCsv(`${await download(office, path)}`)
  expect(readWorkbook(await download(office, `${path}&format=xlsx`)), 'the workbook').toEqual(asWorkbook(table))
  const rows = rowsOf(table).map((row) => withKeys(office, row, runDays))
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

/** The columns of a receipt, and those that one of a gift's rows alone has. */
const OF_RECEIPT = ['Receipt Date', 'Receipt State', 'Receipt Amount', 'Cancelled On']
const ONCE = [
  ...['Amount', 'Refunded', 'Amount Not Received', 'Fee (with tax)', 'Tax in Fee'],
  ...['Donor on Record', 'PAN on Record', 'PIN Code', 'Donor Kind', 'Citizenship', 'Joint Donors'],
]

function giftOf(rows: readonly Row[]) {
  const numbers = rows.map((row) => row['Receipt Number'] ?? '')
  const own = [...OF_RECEIPT, ...ONCE, 'Receipt Number', 'Replaced By', 'Donation ID']
  const shared = Object.keys(rows[0] ?? {}).filter((column) => !own.includes(column))
  return {
    ...Object.fromEntries(shared.map((column) => [column, common(rows, column)])),
    ...Object.fromEntries(ONCE.map((column) => [column, only(rows, column)])),
    receipts: rows.flatMap((row) => {
      if (row['Receipt Number'] === '') return []
      const cells = Object.fromEntries(OF_RECEIPT.map((column) => [column, row[column]]))
      const replacedBy = row['Replaced By'] ? numbers.indexOf(row['Replaced By']) : null
      return [{ year: row['Receipt Number']?.split('/')[1], ...cells, replacedBy }]
    }),
  }
}

/** Names as the independent program has them: modes, ids of Razorpay, and the days of the run. */
function withKeys({ razorpayIds }: Office, row: Row, runDays: readonly string[]): Row {
  const { Mode = '', 'Order ID': order = '', 'Payment ID': payment = '' } = row
  const now = (text = '') => (runDays.includes(text.slice(0, 'YYYY-MM-DD'.length)) ? 'now' : text)
  return {
    ...row,
    Mode: MODES[Mode] ?? Mode,
    'Order ID': razorpayIds.get(order) ?? order,
    'Payment ID': razorpayIds.get(payment) ?? payment,
    'Cancelled On': now(row['Cancelled On']),
    'Entered At': now(row['Entered At']),
  }
}

/** The value that all rows have. */
function common(rows: readonly Row[], column: string): string | undefined {
  const values = new Set(rows.map((row) => row[column]))
  expect([...values], column).toHaveLength(1)
  return rows[0]?.[column]
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
