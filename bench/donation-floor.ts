// The least that a server of donations can be: bare node:http and node:sqlite over a copy of our database, answered by JSON.stringify.
// Same rows, same indexes, same names of fields; nobody signs in and nothing is checked. PORT, and DATA_DIR of the copy.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const PER_PAGE = 10
const CSV_CHUNK = 64 * 1024
const SUCCESSFUL = "lower(status) in ('authorized', 'captured')"
const NEWEST = 'order by created_at desc, id desc'

const database = new DatabaseSync(join(process.env.DATA_DIR ?? '.', 'sevadesk.sqlite'), { readOnly: true })
const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/api/donate/export') void sendCsv(response)
  else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(pathname, searchParams)))
}).listen(Number(process.env.PORT), '127.0.0.1')

function answer(path: string, query: URLSearchParams): object {
  switch (path) {
    case '/api/donate':
      return query.has('page') ? page(query) : { success: true, data: donations(`where deleted_at is null ${NEWEST}`) }
    case '/api/donate/summary':
      return { success: true, data: summary() }
    case '/api/donate/successful':
      return successful(Number(query.get('limit')))
    default:
      return { status: 'ok' }
  }
}

function page(query: URLSearchParams): object {
  const search = query.get('search')
  const offset = (Number(query.get('page')) - 1) * PER_PAGE
  const found = search ? searched(fold(search), offset) : listed(query.get('status'), offset)
  return { success: true, ...found, isCapped: false, page: Number(query.get('page')) }
}

function listed(status: string | null, offset: number): object {
  const where = `where deleted_at is null ${status ? 'and lower(status) = ?' : ''}`
  const values = status ? [status] : []
  return {
    data: donations(`${where} ${NEWEST} limit ${PER_PAGE} offset ?`, ...values, offset),
    total: one(`select count(*) as value from donations ${where}`, ...values),
  }
}

/** Among the successful donations. The index names donations by a rank in the order of time, so that the newest come first by themselves. */
function searched(needle: string, offset: number): object {
  const length = Math.min(needle.length, 4)
  const index = length < 4 ? 'donation_short_grams' : 'donation_long_grams'
  const match = ['a', 'e'].map((mark) => `"${pieces(needle, mark, length)}"`).join(' OR ')
  return {
    data: donations(
      `join donation_places using (n) join ${index} on ${index}.rowid = donation_places.rank
       where ${index} match ? order by ${index}.rowid desc limit ${PER_PAGE} offset ?`,
      match,
      offset,
    ),
    total: one(`select count(*) as value from ${index} where ${index} match ?`, match),
  }
}

/** The words by which the index keeps a text: its pieces, each after the mark of its field and status. */
function pieces(needle: string, mark: string, length: number): string {
  const letters = Array.from({ length: needle.length }, (_, at) => String.fromCodePoint(needle.charCodeAt(at) + 0x80))
  return letters
    .slice(0, letters.length - length + 1)
    .map((_letter, at) => mark + letters.slice(at, at + length).join(''))
    .join(' ')
}

/** As far as the terms of the bench need it. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{Script=Inherited}\u093c]/gu, '')
}

function summary(): object {
  const sum = `select coalesce(sum(amount), 0) as value from donations where deleted_at is null and ${SUCCESSFUL}`
  return {
    totalAmount: one(sum),
    monthAmount: one(`${sum} and created_at >= ?`, monthBegan()),
    count: one('select count(*) as value from donations where deleted_at is null'),
    uniqueDonors: one('select count(distinct donor_key) as value from donations where deleted_at is null'),
    hasOtherCurrency:
      one(
        `select exists (select 1 from donations where deleted_at is null and ${SUCCESSFUL} and currency <> 'INR') as value`,
      ) > 0,
  }
}

function successful(limit: number): object {
  return {
    success: true,
    data: donations(`where deleted_at is null and ${SUCCESSFUL} ${NEWEST} limit ?`, limit),
    totalAmount: one(
      `select coalesce(sum(amount), 0) as value from donations where deleted_at is null and ${SUCCESSFUL}`,
    ),
  }
}

/** The first of this month, 00:00 in India. */
function monthBegan(): string {
  const offset = 5.5 * 60 * 60 * 1000
  const there = new Date(Date.now() + offset)
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth()) - offset).toISOString()
}

async function sendCsv(response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'text/csv')
  let chunk = 'Donation ID,Donor,Email,Phone,Amount (₹),Purpose,Status,Created At,Order ID,Payment ID\r\n'
  for (const row of statement(`select * from donations where deleted_at is null ${NEWEST}`).iterate()) {
    const { id, donor_name, donor_email, donor_phone, amount, purpose, status, created_at, order_id, payment_id } = row
    const cells = [
      id,
      donor_name,
      donor_email,
      donor_phone,
      Number(amount) / 100,
      purpose,
      status,
      created_at,
      order_id,
      payment_id,
    ]
    chunk += `${cells.map((cell) => quoted(cell ?? '')).join(',')}\r\n`
    if (chunk.length < CSV_CHUNK) continue
    if (!response.write(chunk)) await once(response, 'drain')
    chunk = ''
  }
  response.end(chunk)
}

function quoted(cell: unknown): string {
  const text = String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function donations(rest: string, ...values: (string | number)[]): object[] {
  return statement(`select * from donations ${rest}`)
    .all(...values)
    .map(donation)
}

function donation(row: Record<string, unknown>): object {
  return {
    _id: row.id,
    donorName: row.donor_name,
    donorEmail: row.donor_email,
    donorPhone: row.donor_phone,
    amount: row.amount,
    currency: row.currency,
    purpose: row.purpose,
    localStatus: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    razorpay: { orderId: row.order_id, paymentId: row.payment_id, signature: null },
    receipt:
      row.receipt_token === null
        ? null
        : { token: row.receipt_token, expiresAt: row.receipt_expires_at, number: row.receipt_number },
    paymentMethod: row.payment_method,
    donorAddress: row.donor_address,
    donorPan: row.donor_pan,
  }
}

function one(text: string, ...values: (string | number)[]): number {
  return Number(statement(text).get(...values)?.value)
}

function statement(text: string) {
  const known = prepared.get(text) ?? database.prepare(text)
  prepared.set(text, known)
  return known
}
