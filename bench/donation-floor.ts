// The floor that our server is compared with: bare node:http, node:sqlite and JSON.stringify on a
// copy of our database. It has the same rows, indexes and field names, but no authentication or
// validation. Reads PORT, and DATA_DIR with the copy.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { donationJson } from './donation-json.ts'

const PER_PAGE = 10
const CSV_CHUNK = 64 * 1024
const STATUS_RANKS: Readonly<Record<string, number>> = { authorized: 7, pending: 6, failed: 5 }
const SUCCESSFUL = 'status_rank = 7'
const NEWEST = 'order by created_at desc, id desc'
const NEWEST_BY_DAY = 'order by local_day desc, created_at desc, id desc'
const ORDERS: Readonly<Record<string, string>> = {
  'amount-high': 'order by amount desc, local_day desc, created_at desc, id desc',
  'donor-a-z': 'order by donor_sort_key, local_day, created_at, id',
  'success-first': 'order by status_rank desc, local_day desc, created_at desc, id desc',
}

const database = new DatabaseSync(join(process.env.DATA_DIR ?? '.', 'sevadesk.sqlite'), { readOnly: true })
const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/api/donate/export') void sendCsv(response, searchParams)
  else response.setHeader('content-type', 'application/json').end(JSON.stringify(respond(pathname, searchParams)))
}).listen(Number(process.env.PORT), '127.0.0.1')

function respond(path: string, query: URLSearchParams): object {
  switch (path) {
    case '/api/donate':
      return query.has('page')
        ? page(query)
        : { success: true, data: donations(`where deleted_at is null ${NEWEST_BY_DAY}`) }
    case '/api/donate/summary/matches':
      return { success: true, data: figures(query) }
    case '/api/donate/groups':
      return { success: true, data: groups(query) }
    case '/api/donate/summary':
      return { success: true, data: summary() }
    case '/api/donate/successful':
      return successful(Number(query.get('limit')))
    default:
      return { status: 'ok' }
  }
}

interface Matches {
  data: object[]
  total: number
}

/** A page after the last one is the last. */
function page(query: URLSearchParams): object {
  const asked = Number(query.get('page'))
  const matches = matchesOf(query, asked)
  const last = Math.max(1, Math.ceil(matches.total / PER_PAGE))
  const shown = asked > last ? matchesOf(query, last) : matches
  return { success: true, ...shown, isCapped: false, page: Math.min(asked, last) }
}

function matchesOf(query: URLSearchParams, number: number): Matches {
  const search = query.get('search')
  const offset = (number - 1) * PER_PAGE
  return search ? searched(normalise(search), offset, ORDERS[query.get('sort') ?? '']) : listed(query, offset)
}

function listed(query: URLSearchParams, offset: number): Matches {
  const status = query.get('status')
  const { where: within, values: days } = range(query)
  const rank = STATUS_RANKS[status ?? '']
  const where = `${within} ${rank === undefined ? '' : 'and status_rank = ?'}`
  const values = rank === undefined ? days : [...days, rank]
  return {
    data: donations(
      `${where} ${ORDERS[query.get('sort') ?? ''] ?? NEWEST_BY_DAY} limit ${PER_PAGE} offset ?`,
      ...values,
      offset,
    ),
    total: one(`select count(*) as value from donations ${where}`, ...values),
  }
}

/** The days of a query, both included. */
function range(query: URLSearchParams): { where: string; values: (string | number)[] } {
  const [from, to, purpose, mode] = ['from', 'to', 'purpose', 'mode'].map((name) => query.get(name))
  const isReceipt = query.get('dayOf') === 'receipt'
  const conditions = ['deleted_at is null']
  const values: (string | number)[] = []
  for (const [value, condition] of [
    [isReceipt && from ? startOf(from, 0) : from, isReceipt ? 'received_at >= ?' : 'local_day >= ?'],
    [isReceipt && to ? startOf(to, 1) : to, isReceipt ? 'received_at < ?' : 'local_day <= ?'],
    [purpose, 'purpose_id = ?'],
    [mode, 'mode_key = ?'],
  ] as const) {
    if (!value) continue
    conditions.push(condition)
    values.push(value)
  }
  return { where: `where ${conditions.join(' and ')}`, values }
}

const GROUP_KEYS: Readonly<Record<string, string>> = {
  purpose: 'purpose_id',
  mode: 'mode_key',
  month: "strftime('%Y-%m', received_at, '+330 minutes')",
}

function groups(query: URLSearchParams): object {
  const [by = '', from, to] = ['by', 'from', 'to'].map((name) => query.get(name) ?? '')
  const [start, end] = from && to ? [startOf(from, 0), startOf(to, 1)] : ['', '~']
  const rows = statement(
    `select ${GROUP_KEYS[by]} as key, count(*) as count, sum(amount) as amount from donations
      where deleted_at is null and ${SUCCESSFUL} and received_at >= ? and received_at < ? group by 1
      order by ${by === 'month' ? 'key' : 'key is null, amount desc'}`,
  )
    .all(start, end)
    .map((row) => ({ ...row, otherCurrencies: [], inKind: 0 }))
  const sumOf = (name: 'count' | 'amount') =>
    rows.reduce((sum, row) => sum + Number((row as Record<string, unknown>)[name]), 0)
  return { rows, total: { count: sumOf('count'), amount: sumOf('amount'), otherCurrencies: [], inKind: 0 } }
}

/** Midnight in India. */
function startOf(day: string, later: number): string {
  return new Date(Date.parse(day) + (later * 24 - 5.5) * 3_600_000).toISOString()
}

function figures(query: URLSearchParams): object {
  const { where, values } = range(query)
  return {
    count: one(`select count(*) as value from donations ${where}`, ...values),
    isCapped: false,
    successfulCount: one(`select count(*) as value from donations ${where} and ${SUCCESSFUL}`, ...values),
    successfulAmount: one(`select sum(amount) as value from donations ${where} and ${SUCCESSFUL}`, ...values),
  }
}

const SHORTEST_TRIGRAM = 3
/** Extra rows to read: donations with the same time, at most 60, are not in the order of their ids. */
const UNORDERED = 60

/** Searches successful donations with our database's indexes. `order` sorts all matches by a column. */
function searched(term: string, offset: number, order?: string): Matches {
  const words = term.split(' ')
  if (words.some((word) => word.length < SHORTEST_TRIGRAM)) return scanned(`%${term}%`, offset)
  const match = words.map((word) => `{donor purpose${word.length < 5 ? '' : ' reference'}} : "${word}"`).join(' AND ')
  const successful = 'donation_search match ? and (rowid & 7) = 1'
  return {
    data: donations(
      `where n in (select (rowid >> 3) & 134217727 from donation_search where ${successful} order by rowid desc limit ?)
       ${order ?? NEWEST} limit ${PER_PAGE} offset ?`,
      match,
      order ? -1 : offset + UNORDERED,
      offset,
    ),
    total: one(`select count(*) as value from donation_search where ${successful}`, match),
  }
}

function scanned(pattern: string, offset: number): Matches {
  const where = `indexed by donations_by_text where deleted_at is null and ${SUCCESSFUL} and (search_donor like ? or search_purpose like ?)`
  return {
    data: donations(`${where} ${NEWEST_BY_DAY} limit ${PER_PAGE} offset ?`, pattern, pattern, offset),
    total: one(`select count(*) as value from donations ${where}`, pattern, pattern),
  }
}

/** Sufficient for the search terms of the benchmark, not for every text. */
function normalise(text: string): string {
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
    data: donations(`where deleted_at is null and ${SUCCESSFUL} ${NEWEST_BY_DAY} limit ?`, limit),
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

async function sendCsv(response: ServerResponse, query: URLSearchParams): Promise<void> {
  response.setHeader('content-type', 'text/csv')
  let chunk = 'Donation ID,Donor,Email,Phone,Amount (₹),Purpose,Status,Created At,Order ID,Payment ID\r\n'
  const { where, values } = range(query)
  for (const row of statement(`select * from donations ${where} ${NEWEST_BY_DAY}`).iterate(...values)) {
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
    .map(donationJson)
}

function one(text: string, ...values: (string | number)[]): number {
  return Number(statement(text).get(...values)?.value)
}

function statement(text: string) {
  const statement = prepared.get(text) ?? database.prepare(text)
  prepared.set(text, statement)
  return statement
}
