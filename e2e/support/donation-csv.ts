import { paiseOf, type RawDonation, statusLabel, textOf } from './donation-figures.ts'

export const CSV_HEAD = [
  ...['Donation ID', 'Donor', 'Email', 'Phone', 'Amount (₹)', 'Purpose', 'Status', 'Created At'],
  ...['Order ID', 'Payment ID'],
]

/** Parses the cells of a CSV file (RFC 4180). Throws on invalid syntax. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    const [cell, end] = isQuoted ? quotedCell(text, at + 1) : bareCell(text, at)
    row.push(cell)
    if (text.startsWith(',', end)) at = end + 1
    else if (text.startsWith('\r\n', end)) {
      rows.push(row)
      row = []
      at = end + 2
    } else throw new Error(`Neither a comma nor the end of a line at ${end}: ${text.slice(end, end + 40)}`)
  }
  if (row.length > 0) throw new Error('The last line has no end')
  return rows
}

function quotedCell(text: string, start: number): [cell: string, end: number] {
  let at = start
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new Error(`A quote stays open from ${start}`)
    if (text[quote + 1] !== '"') return [text.slice(start, quote).replaceAll('""', '"'), quote + 1]
    at = quote + 2
  }
}

function bareCell(text: string, start: number): [cell: string, end: number] {
  const length = text.slice(start).search(/,|\r\n|$/)
  const cell = text.slice(start, start + length)
  if (/["\r\n]/.test(cell)) throw new Error(`Not quoted: ${cell}`)
  return [cell, start + length]
}

/** The ten cells of a donation in the specified order. */
export function csvRow(donation: RawDonation): string[] {
  const { razorpay } = donation
  const { orderId, paymentId } = typeof razorpay === 'object' && razorpay ? (razorpay as RawDonation) : {}
  const paise = paiseOf(donation.amount)
  return [
    defused(donation._id),
    defused(textOf(donation.donorName) || 'Anonymous'),
    defused(donation.donorEmail),
    defused(donation.donorPhone),
    paise === undefined ? '' : (paise / 100).toFixed(2),
    defused(donation.purpose),
    defused(statusLabel(donation.localStatus)),
    dateCell(donation.createdAt),
    defused(orderId),
    defused(paymentId),
  ]
}

/**
 * Puts an apostrophe before text that a spreadsheet would evaluate, except before international
 * phone numbers.
 */
function defused(value: unknown): string {
  const text = textOf(value)
  return '=+-@'.includes(text[0] ?? ' ') && !/^\+\d{8,15}$/.test(text) ? `'${text}` : text
}

/** Date and time in the trust's zone, UTC+5:30. */
function dateCell(createdAt: unknown): string {
  const moment = typeof createdAt === 'number' ? createdAt : Date.parse(textOf(createdAt))
  return Number.isNaN(moment) ? '' : new Date(moment + 19_800_000).toISOString().slice(0, 19).replace('T', ' ')
}
